import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../database/embedded/start.ts';
import { version } from '../settings/version.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { type BillingCommand, openCommand, spawnCommand } from '../testing/app/command.ts';
import { removeDataDir, temporaryDataDir } from '../testing/database/databaseServer.ts';
import { commands } from './billing.ts';

let app: TestApp;
let billing: BillingCommand;

beforeAll(async () => {
  app = await startTestApp();
  billing = openCommand(app);
});
afterAll(async () => {
  billing.close();
  await app.close();
});

const names = Object.keys(commands);

test.each([[[]], [['help']], [['--help']], [['-h']]])('%j lists every command', async (args) => {
  const { code, out, err } = await billing.run(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^Usage: billing <command>/);
  for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
});

test.each(names)('%s --help and -h show its options, --json among them, and an example of it', async (name) => {
  const { code, out } = await billing.run(name, '--help');
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^Usage: billing ${name}\\b.*--json.*^Example: billing ${name} `, 'ms'));
  expect((await billing.run(name, '-h')).out).toBe(out);
});

test.each(['--version', '-v'])('%s prints the version', async (option) => {
  expect(await billing.run(option)).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
});

test.each(names)("the options in %s's example are options that it has", async (name) => {
  const options = commands[name]?.example.match(/--[a-z-]+/g) ?? [];
  for (const option of options) expect(commands[name]?.usage).toContain(option);
});

test('what changes something answers as JSON too', async () => {
  const { id, email } = await app.signUp();
  const json = async (...args: string[]) => JSON.parse((await billing.run(...args, '--json')).out) as unknown;
  expect(await json('verify', email)).toMatchObject({ userId: id, email, isOperator: false });
  const given = await json('grant', id, '--plan', 'pro', '--days', '3', '--reason', 'a test');
  expect(given).toMatchObject({ grant: { plan: 'pro', reason: 'a test' }, effect: { access: 'raised' } });
  const [grant] = (await json('grant', 'list', id)) as { id: string }[];
  const ended = await json('grant', 'end', grant?.id ?? '', '--reason', 'over');
  expect(ended).toMatchObject({ id: grant?.id, revoked: { reason: 'over' } });
  expect(await json('former')).toEqual([]);
  expect(await json('key', 'create', '--name', 'app')).toMatchObject({ key: expect.stringMatching(/^sk_/) });
  expect(await json('key', 'rotate-signing')).toMatchObject({ kid: expect.any(String) });
});

test('an unknown command is a usage error', async () => {
  const { code, out, err } = await billing.run('constructor');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^Unknown command constructor\nUsage: billing <command>/);
});

test.each([
  [['events', '--nonsense'], /--nonsense/],
  [['events', '--since', 'yesterday'], /--since takes a date/],
  [['resend', 'one'], /A ledger id is a number/],
])('%j is a usage error: exit code 2, the reason and the usage', async (args, reason) => {
  const { code, out, err } = await billing.run(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(reason);
  expect(err).toContain(`Usage: billing ${args[0]} `);
});

test('invalid settings are named, with exit code 2', async () => {
  const other = openCommand(app, { PAYMENT_PROVIDER: 'delta', ALPHA_WEBHOOK_SECRET: 'short' });
  const { code, out, err } = await other.run('events');
  other.close();
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('PAYMENT_PROVIDER');
  expect(err).toContain('ALPHA_WEBHOOK_SECRET');
});

test('an unreachable database gives one line with exit code 1, without the password', async () => {
  const other = openCommand(app, { DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:9/nowhere' });
  const { code, out, err } = await other.run('events');
  other.close();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/ECONNREFUSED|can't reach|could not be reached/i);
  expect(err).not.toContain('hidden');
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('prints which database it reads, without the user name', async () => {
  const { hostname, port, pathname } = new URL(app.deps.settings.databaseUrl);
  const { code, database, err } = await billing.run('events');
  expect({ code, database, err }).toEqual({ code: 0, database: `${hostname}:${port}${pathname}`, err: '' });
});

/** Neither a database nor keys are set: everything is in the data folder. */
const unset = { AUTH_SECRET: undefined, ALPHA_SECRET_KEY: undefined, ALPHA_WEBHOOK_SECRET: undefined };
const local = { ...unset, DATABASE_URL: undefined, SANDBOX: 'on' };

test.each(['a folder that is not there', 'an empty folder'])(
  '%s: an error names it, and nothing is created',
  async (which) => {
    const dataDir = await temporaryDataDir();
    onTestFinished(() => removeDataDir(dataDir));
    const folder = which === 'an empty folder' ? dataDir : join(dataDir, 'elsewhere');
    const own = openCommand(app, { ...local, DATA_DIR: folder });
    onTestFinished(() => own.close());
    for (const args of [['events'], ['explain', 'ada@example.com'], ['reconcile']]) {
      const { code, out, err } = await own.run(...args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain(`There is no database in ${folder}`);
    }
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

test('with an external database it creates no data folder either', async () => {
  const dataDir = await temporaryDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  const own = openCommand(app, {
    ...local,
    DATABASE_URL: app.deps.settings.databaseUrl,
    DATA_DIR: join(dataDir, 'x'),
  });
  onTestFinished(() => own.close());
  expect(await own.run('events')).toMatchObject({ code: 0, out: '(none)\n', err: '' });
  expect(readdirSync(dataDir)).toEqual([]);
});

test("with the service's data folder it joins the embedded database, creates its tables and needs no service", async () => {
  const dataDir = await temporaryDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  const service = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
  await service.stop();
  const own = openCommand(app, { ...local, DATA_DIR: dataDir });
  onTestFinished(() => own.close());
  const database = `embedded, in ${dataDir}`;
  expect(await own.run('events')).toEqual({ code: 0, out: '(none)\n', err: '', database });
});

test('as a separate process: standard output has only the result', async () => {
  await app.deliver({
    id: 'evt_customer',
    type: 'customer.created',
    data: { object: { id: 'cus_1', metadata: { userId: 'ada' } } },
  });
  const events = await spawnCommand(app, 'events', '--json');
  expect(events).toMatchObject({ code: 0, err: '', database: expect.stringContaining('127.0.0.1') });
  expect(JSON.parse(events.out)).toMatchObject([{ eventId: 'evt_customer' }]);
});
