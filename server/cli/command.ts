import type { Billing } from '../billing/context.ts';
import type { ReadySettings } from '../deps.ts';
import type { Running } from '../settings/runningFile.ts';

/** The context of a command. */
export interface CommandContext {
  billing: Billing;
  settings: ReadySettings;
  /** The running service with the same data folder; null: none. */
  running: Running | null;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  print(text: string): void;
}

/** Wrong usage: the command's help is shown, and the exit code is 2. */
export class UsageError extends Error {}

export interface Command {
  summary: string;
  usage: string;
  /** A line to copy. */
  example: string;
  /** Providers whose key is set take part, also one that is neither active nor draining. */
  reachesAll?: true;
  /** For arguments that need neither a database nor settings; undefined: these do. */
  alone?(args: string[]): string | undefined;
  /** Resolves to the exit code: 0 done, 1 something needs attention. */
  run(context: CommandContext, args: string[]): Promise<number>;
}
