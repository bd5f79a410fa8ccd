import { alpha } from './alpha/index.ts';
import { beta } from './beta/index.ts';
import { gamma } from './gamma/index.ts';
import type { Protocol } from './protocol.ts';

/** The protocols that the sandbox speaks. */
export const dialects: readonly Protocol[] = [alpha, beta, gamma];

/** Throws for a name that isn't in the list. */
export function dialectNamed(name: string): Protocol {
  const dialect = dialects.find((candidate) => candidate.name === name);
  if (!dialect) throw new Error(`Unknown dialect ${name}; there are ${dialects.map((known) => known.name).join(', ')}`);
  return dialect;
}
