import { SettingsError } from '../settings/settings.ts';
import { version } from '../settings/version.ts';
import { type Command, UsageError } from './command.ts';
import { openContext } from './context.ts';
import { disputeCommand } from './dispute.ts';
import { doctorCommand } from './doctor.ts';
import { duplicatesCommand } from './duplicates.ts';
import { eventsCommand } from './events.ts';
import { explainCommand } from './explain.ts';
import { formerCommand } from './former.ts';
import { grantCommand } from './grant.ts';
import { importCommand } from './import.ts';
import type { Io } from './io.ts';
import { jobsCommand } from './jobs.ts';
import { keyCommand } from './key.ts';
import { linkCommand } from './link.ts';
import { moveCommand } from './move.ts';
import { plansCommand } from './plans.ts';
import { pricesCommand } from './prices.ts';
import { reconcileCommand } from './reconcile.ts';
import { resendCommand } from './resend.ts';
import { restoreCommand } from './restore.ts';
import { triggerCommand } from './trigger.ts';
import { verifyCommand } from './verify.ts';

export const commands: Record<string, Command> = {
  dispute: disputeCommand,
  doctor: doctorCommand,
  duplicates: duplicatesCommand,
  events: eventsCommand,
  explain: explainCommand,
  former: formerCommand,
  grant: grantCommand,
  import: importCommand,
  jobs: jobsCommand,
  key: keyCommand,
  link: linkCommand,
  move: moveCommand,
  plans: plansCommand,
  prices: pricesCommand,
  reconcile: reconcileCommand,
  resend: resendCommand,
  restore: restoreCommand,
  trigger: triggerCommand,
  verify: verifyCommand,
};

function help(): string {
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  const more = 'billing <command> --help shows its options and an example; --json prints what programs read.';
  return ['Usage: billing <command> [options]', '', ...list, '', more, 'billing --version prints the version.'].join(
    '\n',
  );
}

const EXIT_CODES = 'Exit code: 0 success, 1 a problem was found or the command failed, 2 usage error.';

function helpOf({ usage, summary, example }: Command): string {
  return `Usage: ${usage}\n\nExample: ${example}\n\nTo ${summary}.\n${EXIT_CODES}`;
}

const HELP = ['help', '--help', '-h'];
const VERSION = ['--version', '-v'];

/** The `billing` command. Resolves to the exit code: 0 done, 1 attention needed, 2 wrong usage. */
export async function main([name = 'help', ...args]: string[], io: Io): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command && !args.some((arg) => HELP.slice(1).includes(arg))) return execute(command, args, io);
  if (command || HELP.includes(name)) {
    io.print(command ? helpOf(command) : help());
    return 0;
  }
  if (VERSION.includes(name)) {
    io.print(version);
    return 0;
  }
  io.complain(`Unknown command ${name}\n${help()}`);
  return 2;
}

async function execute(command: Command, args: string[], io: Io): Promise<number> {
  try {
    const alone = command.alone?.(args);
    if (alone !== undefined) {
      io.print(alone);
      return 0;
    }
    const context = await openContext(io, { all: command.reachesAll });
    io.complain(`Database: ${context.databaseName}`);
    return await command.run(context, args).finally(context.close);
  } catch (error) {
    io.complain(messageOf(error));
    if (!isUsage(error)) return error instanceof SettingsError ? 2 : 1;
    io.complain(`Usage: ${command.usage}`);
    return 2;
  }
}

/** Prisma's messages end with the relevant part, after an excerpt of our own code. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name.startsWith('PrismaClient') ? (error.message.trim().split('\n').at(-1) ?? '') : error.message;
}

function isUsage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
}
