import { pino } from 'pino';
import { SettingsError } from '../settings/settings.ts';
import { stopSignal } from '../settings/stopSignal.ts';
import { type Command, UsageError } from './command.ts';
import { openContext } from './context.ts';
import { eventsCommand } from './events.ts';
import { explainCommand } from './explain.ts';
import { jobsCommand } from './jobs.ts';
import { reconcileCommand } from './reconcile.ts';
import { resendCommand } from './resend.ts';
import { triggerCommand } from './trigger.ts';
import { verifyCommand } from './verify.ts';

const commands: Record<string, Command> = {
  events: eventsCommand,
  explain: explainCommand,
  jobs: jobsCommand,
  reconcile: reconcileCommand,
  resend: resendCommand,
  trigger: triggerCommand,
  verify: verifyCommand,
};

function help(): string {
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return ['Usage: billing <command> [options]', '', ...list, '', 'billing <command> --help shows its options.'].join(
    '\n',
  );
}

const EXIT_CODES = 'Exit code: 0 done, 1 something wants attention or could not be done, 2 wrong use.';

function helpOf({ usage, summary }: Command): string {
  return `Usage: ${usage}\n\nTo ${summary}.\n${EXIT_CODES}`;
}

/** Resolves to the exit code: 0 done, 1 something wants attention, 2 wrong use. */
async function main([name = 'help', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return args.includes('--help') ? show(helpOf(command)) : execute(command, args);
  if (name === 'help' || name === '--help') return show(help());
  console.error(`Unknown command ${name}\n${help()}`);
  return 2;
}

function show(text: string): number {
  console.info(text);
  return 0;
}

async function execute(command: Command, args: string[]): Promise<number> {
  const signal = stopSignal();
  try {
    const log = pino({ level: 'warn', base: null }, pino.destination(2));
    const context = await openContext({ log, signal });
    console.error(`Database: ${context.databaseName}`);
    return await command.run(context, args).finally(context.close);
  } catch (error) {
    console.error(messageOf(error));
    if (!isUsage(error)) return error instanceof SettingsError ? 2 : 1;
    console.error(`Usage: ${command.usage}`);
    return 2;
  }
}

/** Prisma's messages end with what matters, after an excerpt of our own code. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name.startsWith('PrismaClient') ? (error.message.trim().split('\n').at(-1) ?? '') : error.message;
}

function isUsage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
}

process.exitCode = await main(process.argv.slice(2));
