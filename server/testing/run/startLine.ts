import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../settings/packageRoot.ts';
import { parseEnv } from '../image/dockerfile.ts';

export interface StartLine {
  /** The variables that it sets. */
  environment: Record<string, string>;
  /** Node's options, before the program. */
  options: string[];
}

/** How `npm start` starts the server: what is measured must run with the same options for its memory. */
export function startLine(): StartLine {
  const manifest = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: { start: string } };
  const [variables = '', command = ''] = scripts.start.split('exec node ');
  return { environment: parseEnv(variables.trim()), options: command.split(' ').slice(0, -1) };
}
