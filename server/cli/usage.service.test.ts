import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { eventsCommand } from './events.ts';
import { explainCommand } from './explain.ts';
import { formerCommand } from './former.ts';
import { reconcileCommand } from './reconcile.ts';
import { resendCommand } from './resend.ts';
import { triggerCommand } from './trigger.ts';
import { verifyCommand } from './verify.ts';

const commands: Record<string, Command> = {
  events: eventsCommand,
  explain: explainCommand,
  former: formerCommand,
  reconcile: reconcileCommand,
  resend: resendCommand,
  trigger: triggerCommand,
  verify: verifyCommand,
};
const printed: string[] = [];
let app: TestApp;
let context: CommandContext;

beforeAll(async () => {
  app = await startTestApp();
  const { billing, settings } = app.deps;
  await app.signUp('u@example.com');
  const signal = new AbortController().signal;
  context = { billing, settings, signal, running: null, print: (text) => void printed.push(text) };
});
afterAll(() => app.close());

test.each([
  [['events', '--outcome', 'lost'], /--outcome takes one of applied, stale, ignored, unmatched, failed/],
  [['events', '--limit', '0'], /--limit takes a whole number/],
  [['explain'], /Name one user/],
  [['former', 'all'], /Give one subscription/],
  [['former', 'end'], /Give one subscription/],
  [['former', 'end', 'a', 'b', '--reason', 'x'], /Give one subscription/],
  [['former', 'end', 'a'], /Give a reason/],
  [['former', 'end', 'a', '--reason', ' '], /Give a reason/],
  [['explain', 'a', 'b'], /Name one user/],
  [['reconcile', '--provider', 'delta'], /delta has no key here/],
  [['reconcile', '--pace', 'slow'], /--pace takes a whole number/],
  [['reconcile', '--fix', '--yes-end', 'all'], /--yes-end takes a whole number/],
  [['reconcile', '--yes-end', '3'], /--yes-end requires --fix/],
  [['resend'], /Give one ledger id/],
  [['resend', '1', '--failed'], /Give one ledger id/],
  [['resend', '99999999999999999999'], /A ledger id is a number/],
  [['trigger'], /Give one event/],
  [['verify'], /Name one e-mail address/],
  [['trigger', 'subscription.created'], /--user/],
  [['trigger', 'subscription.exploded', '--user', 'u@example.com'], /subscription.exploded is not an event of alpha/],
  [
    ['trigger', 'order.paid', '--user', 'u@example.com', '--plan', 'free'],
    /--plan takes one of starter, pro, enterprise/,
  ],
  [
    ['trigger', 'order.paid', '--user', 'u@example.com', '--interval', 'week'],
    /--interval takes one of month, year, one_time/,
  ],
  [['trigger', 'order.paid', '--user', 'u@example.com', '--status', 'odd'], /--status takes one of active/],
  [['trigger', 'order.paid', '--user', 'u@example.com', '--amount', '9.90'], /--amount takes a whole number/],
  [['trigger', 'order.paid', '--user', 'u@example.com', '--at', 'noon'], /--at takes a date/],
])('%j is a usage error and does nothing', async ([name = '', ...args], reason) => {
  const wrong = commands[name]?.run(context, args);
  await expect(wrong).rejects.toThrow(UsageError);
  await expect(wrong).rejects.toThrow(reason);
  expect(printed).toEqual([]);
  expect(await app.deps.billing.database.prisma.reconcileRun.count()).toBe(0);
});
