import { alpha } from './alpha/index.ts';
import { beta } from './beta/index.ts';
import { gamma } from './gamma/index.ts';
import type { Protocol } from './protocol.ts';

/** The protocols that the sandbox supports. */
export const dialects: readonly Protocol[] = [alpha, beta, gamma];

/** Throws for an unknown name. */
export function dialectNamed(name: string): Protocol {
  const dialect = dialects.find((candidate) => candidate.name === name);
  if (!dialect) throw new Error(`Unknown dialect ${name}; there are ${dialects.map((known) => known.name).join(', ')}`);
  return dialect;
}
