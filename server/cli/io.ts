import type { Environment } from '../settings/environment.ts';
import { stopSignal } from '../settings/stopSignal.ts';

/** The environment of a command-line program; tests pass another one. */
export interface Io {
  /** Unset: the process's own, completed from a settings file. */
  environment?: Environment;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** To standard output: the requested data. */
  print(text: string): void;
  /** To standard error: everything else. */
  complain(text: string): void;
}

export function processIo(): Io {
  return {
    signal: stopSignal(),
    print: (text) => console.info(text),
    complain: (text) => console.error(text),
  };
}
