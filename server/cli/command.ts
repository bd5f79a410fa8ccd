import type { Billing } from '../billing/context.ts';
import type { Running } from '../settings/runningFile.ts';
import type { Settings } from '../settings/types.ts';

/** What a command works with. */
export interface CommandContext {
  billing: Billing;
  settings: Settings;
  /** The service that runs with the same data folder; null: none does. */
  running: Running | null;
  /** Ends with Ctrl-C. */
  signal: AbortSignal;
  print(text: string): void;
}

/** Wrong use: the command's help is shown, and the exit code is 2. */
export class UsageError extends Error {}

export interface Command {
  summary: string;
  usage: string;
  /** What needs neither a database nor settings; undefined: these arguments do. */
  alone?(args: string[]): string | undefined;
  /** Resolves to the exit code: 0 done, 1 found or left something that wants attention. */
  run(context: CommandContext, args: string[]): Promise<number>;
}
