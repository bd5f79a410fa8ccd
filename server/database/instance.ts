import { hostname } from 'node:os';

/** The name of this process, which its log lines and its leases carry: the machine (or pod) and the process id. */
export const instance = `${hostname()}:${process.pid}`;
