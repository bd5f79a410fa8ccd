import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

export type Environment = Record<string, string | undefined>;

/**
 * The process's environment, completed from a settings file: `.env` in the working directory, or the file that ENV_FILE
 * names (empty: none). The process's own values win. A named file must exist.
 */
export function readEnvironment(given: Environment = process.env): Environment {
  const named = given.ENV_FILE;
  if (named === '') return given;
  const file = readIfThere(resolve(named ?? '.env'), named !== undefined);
  return file === undefined ? given : { ...parseEnv(file), ...given };
}

function readIfThere(path: string, required: boolean): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!required && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The settings file ${path} cannot be read`, { cause: error });
  }
}
