import { pino } from 'pino';
import { SettingsError } from '../settings.ts';
import { type Command, UsageError } from './command.ts';
import { openContext } from './context.ts';
import { eventsCommand } from './events.ts';
import { explainCommand } from './explain.ts';
import { reconcileCommand } from './reconcile.ts';
import { resendCommand } from './resend.ts';

const commands: Record<string, Command> = {
  events: eventsCommand,
  explain: explainCommand,
  reconcile: reconcileCommand,
  resend: resendCommand,
};

function help(): string {
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return ['Usage: billing <command> [options]', '', ...list, '', 'billing <command> --help shows its options.'].join(
    '\n',
  );
}

/** Resolves to the exit code: 0 done, 1 something wants attention, 2 wrong use. */
async function main([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || args.includes('--help')) {
    console.info(command ? `Usage: ${command.usage}` : help());
    return command || ['', 'help', '--help'].includes(name) ? 0 : 2;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('Stopped; the next run goes on from here')));
  try {
    const context = await openContext(pino({ level: 'warn', base: null }, pino.destination(2)), stop.signal);
    return await command.run(context, args).finally(context.close);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (!isUsage(error)) return error instanceof SettingsError ? 2 : 1;
    console.error(`Usage: ${command.usage}`);
    return 2;
  }
}

function isUsage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
}

process.exitCode = await main(process.argv.slice(2));
