import { alpha } from './alpha/index.ts';
import { beta } from './beta/index.ts';
import { gamma } from './gamma/index.ts';
import type { Protocol } from './protocol.ts';

/** The protocols that the sandbox supports. */
export const dialects: readonly Protocol[] = [alpha, beta, gamma];

/** Also by the company's name. Throws for an unknown one. */
export function dialectNamed(name: string): Protocol {
  const dialect = dialects.find((each) => each.name === name || each.company.name === name);
  if (!dialect) throw new Error(`Unknown provider ${name}; there are ${dialects.map(namesOf).join(', ')}`);
  return dialect;
}

const namesOf = ({ name, company }: Protocol) => `${company.name} (${name})`;
