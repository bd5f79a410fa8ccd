import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './packageRoot.ts';

/** Of the program, from package.json. */
export const version: string = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
