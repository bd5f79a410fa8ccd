import type { Environment } from '../settings/environment.ts';
import { stopSignal } from '../settings/stopSignal.ts';

/** All that a program of the command line has of the world around it: a test gives another. */
export interface Io {
  /** Unset: the process's own, completed by a file of settings. */
  environment?: Environment;
  /** Ends with Ctrl-C. */
  signal: AbortSignal;
  /** To the standard output: what was asked for. */
  print(text: string): void;
  /** To the standard error: everything else. */
  complain(text: string): void;
}

export function processIo(): Io {
  return {
    signal: stopSignal(),
    print: (text) => console.info(text),
    complain: (text) => console.error(text),
  };
}
