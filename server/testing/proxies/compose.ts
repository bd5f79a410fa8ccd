import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../settings/packageRoot.ts';

export interface ComposeService {
  image?: string;
  build?: string;
  environment: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  logging?: { options: Record<string, string> };
  stop_grace_period?: string;
}

export type Compose = { services: Record<'database' | 'server-1' | 'server-2' | 'proxy', ComposeService> };

interface Written extends Omit<ComposeService, 'environment'> {
  environment: Record<string, string | number>;
  env_file?: string;
}

/** Reads compose.yaml as Docker does with these variables in .env. Throws when a required variable is missing. */
export function readCompose(variables: Record<string, string>): Compose {
  const text = readFileSync(join(packageRoot(), 'compose.yaml'), 'utf8');
  const fill = (_key: unknown, value: unknown) => (typeof value === 'string' ? interpolate(value, variables) : value);
  const { services } = parse(text, fill, { merge: true }) as { services: Record<string, Written> };
  const entries = Object.entries(services).map(([name, { env_file, environment, ...service }]) => {
    const own = Object.entries(environment).map(([key, value]) => [key, `${value}`]);
    return [name, { ...service, environment: { ...(env_file ? variables : {}), ...Object.fromEntries(own) } }];
  });
  return { services: Object.fromEntries(entries) } as Compose;
}

const VARIABLE = /\$\{(?<name>\w+)(?::(?<sign>[-?])(?<rest>(?:[^${}]|\$\{[^{}]*\})*))?\}/;

/** Expands `${NAME}`, `${NAME:-otherwise}` and `${NAME:?message}`, which may contain another variable. */
function interpolate(text: string, variables: Record<string, string>): string {
  const found = VARIABLE.exec(text);
  if (!found) return text;
  const { name = '', sign, rest = '' } = found.groups ?? {};
  const value = variables[name];
  if (!value && sign === '?') throw new Error(`${name}: ${rest}`);
  const after = text.slice(found.index + found[0].length);
  return text.slice(0, found.index) + (value || interpolate(rest, variables)) + interpolate(after, variables);
}
