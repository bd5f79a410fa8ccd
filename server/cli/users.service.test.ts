import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import type { Command, CommandContext } from './command.ts';
import { eventsCommand } from './events.ts';
import { explainCommand } from './explain.ts';
import { reconcileCommand } from './reconcile.ts';
import { triggerCommand } from './trigger.ts';

const commands: Record<string, Command> = {
  events: eventsCommand,
  explain: explainCommand,
  reconcile: reconcileCommand,
  trigger: triggerCommand,
};
const printed: string[] = [];
let app: TestApp;
let context: CommandContext;
let ada: { id: string; email: string };

const prisma = () => app.deps.billing.database.prisma;
const NOW = Math.floor(Date.now() / 1000);

async function run(name: string, ...args: string[]): Promise<{ code: number; out: string }> {
  printed.length = 0;
  const code = (await commands[name]?.run(context, args)) ?? -1;
  return { code, out: printed.join('\n') };
}

async function called(name: string, email: string): Promise<{ id: string; email: string }> {
  const { id } = await app.signUp(email);
  await prisma().user.update({ where: { id }, data: { name } });
  return { id, email };
}

beforeAll(async () => {
  app = await startTestApp();
  const { billing, settings } = app.deps;
  const signal = new AbortController().signal;
  context = { billing, settings, signal, running: null, print: (text) => void printed.push(text) };
  ada = await called('Ada Lovelace', 'ada@example.com');
  await called('Bob', 'bob@example.com');
  await called('bob', 'robert@example.com');
  const object = { id: 'cus_ada', email: 'Invoices@example.com', metadata: { userId: ada.id } };
  await app.deliver({ id: 'evt_ada', type: 'customer.created', created: NOW, data: { object } });
});
beforeEach(() => prisma().reconcileRun.deleteMany());
afterAll(() => app.close());

const ways = [
  ['the id', () => ada.id],
  ['the address, whatever its case', () => 'ADA@example.com'],
  ['the name, whatever its case', () => 'ada lovelace'],
  ["the provider's address", () => 'invoices@example.com'],
] as const;

test.each(ways)('every command accepts %s as the user', async (_way, who) => {
  const events = await run('events', '--user', who(), '--json');
  expect(JSON.parse(events.out)).toMatchObject([{ eventId: 'evt_ada', userId: ada.id }]);
  expect((await run('explain', who())).out).toContain(`User ${ada.id} <ada@example.com>`);
});

test('a user without an account is found by the id in records or events', async () => {
  const object = { id: 'cus_else', email: 'else@example.com', metadata: { userId: 'from_elsewhere' } };
  await app.deliver({ id: 'evt_else', type: 'customer.created', created: NOW, data: { object } });
  for (const who of ['from_elsewhere', 'else@example.com']) {
    const { out } = await run('events', '--user', who, '--json');
    expect(JSON.parse(out)).toMatchObject([{ eventId: 'evt_else' }]);
  }
});

test.each(['nobody', 'nobody@example.com', 'ada%', 'a_a@example.com'])(
  '%s is unknown: an error, not an empty result',
  async (who) => {
    for (const name of ['events', 'reconcile']) {
      await expect(run(name, '--user', who)).rejects.toThrow(`No account, record or event matches ${who}`);
    }
    expect(await prisma().reconcileRun.count()).toBe(0);
    expect((await run('explain', who)).code).toBe(1);
  },
);

test('a name of several accounts is an error that lists them', async () => {
  for (const [name, ...args] of [
    ['events', '--user'],
    ['reconcile', '--user'],
    ['explain'],
    ['trigger', 'customer.updated', '--user'],
  ]) {
    const ambiguous = run(name ?? '', ...args, 'BOB');
    await expect(ambiguous).rejects.toThrow('Several accounts are named BOB: bob@example.com, robert@example.com');
  }
});

test('so is an address under which several pay', async () => {
  for (const name of ['first', 'second']) {
    const object = { id: `cus_${name}`, email: 'Shared@example.com', metadata: { userId: `${name}_payer` } };
    await app.deliver({ id: `evt_${name}`, type: 'customer.created', created: NOW, data: { object } });
  }
  await expect(run('explain', 'shared@example.com')).rejects.toThrow(
    'Several accounts are named shared@example.com: first_payer, second_payer',
  );
});

test('so is an address that several signed up with, until one of them proves it', async () => {
  const [first, second] = [await app.signUp('claimed@example.com', false), await app.signUp(undefined, false)];
  const waiting = { email: 'waiting@unproven.invalid', wantedEmail: first.email };
  await prisma().user.update({ where: { id: second.id }, data: waiting });
  const several = `Several accounts are named CLAIMED@example.com: ${first.id}, ${second.id}`;
  await expect(run('explain', 'CLAIMED@example.com')).rejects.toThrow(several);
  await prisma().user.update({ where: { id: first.id }, data: { emailVerified: true } });
  expect((await run('explain', 'CLAIMED@example.com')).out).toContain(`User ${first.id} <${first.email}>`);
});
