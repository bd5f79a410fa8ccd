import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from './packageRoot.ts';

/** The name of this process, which its log lines and its leases carry: the machine (or pod) and the process id. */
export const instance = `${hostname()}:${process.pid}`;

/** Of the program, from package.json. */
export const version: string = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
