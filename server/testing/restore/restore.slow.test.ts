import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { applyMigrations } from '../../../prisma/migrate.ts';
import { freePort } from '../../database/embedded/freePort.ts';
import { createLog } from '../../log.ts';
import { openService, type Service } from '../../service.ts';
import { packageRoot } from '../../settings/packageRoot.ts';
import { readSettings } from '../../settings/settings.ts';
import { PASSWORD } from '../app/canaries.ts';
import { environmentOf, openCommand } from '../app/command.ts';
import type { Person } from '../app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../app/sandboxedApp.ts';
import { post } from '../calls/requests.ts';
import { type DebianPostgres, startDebianPostgres } from '../database/debianPostgres.ts';
import { randomFrom } from '../faults/random.ts';
import { mailKept } from '../logins/mails.ts';
import { mayComplain } from '../run/complaints.ts';
import { providersInTurn } from '../run/storey.ts';

mayComplain(/.*/);
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const PAGE = readFileSync(join(packageRoot(), 'server/docs/restore.md'), 'utf8');
const KEY = 'key-of-the-feed-0123456789-0123456789';
const SERVICE_KEYS = `feed:read+changes:${createHash('sha256').update(KEY).digest('hex')}`;
const ACTS = Number(process.env.RESTORE_ACTS ?? 10);

/** The page's line that begins with these words. */
const lineOf = (words: string) => PAGE.split('\n').find((line) => line.startsWith(words)) ?? '';

let postgres: DebianPostgres;
beforeAll(async () => {
  postgres = await startDebianPostgres();
});
afterAll(() => postgres.stop());

describe.each(providersInTurn())('%s', (provider) => {
  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  const seed = Number(process.env.SEED ?? Date.now() % 100_000);
  const random = randomFrom(seed);
  let app: SandboxedApp;
  let service: Service | undefined;
  let restored: string;
  const newcomers: Person[] = [];
  const gone: Person[] = [];
  const people: Person[] = [];

  beforeAll(async () => {
    const url = await postgres.createDatabase(`lost_${provider}`);
    await applyMigrations(url, () => {});
    restored = await postgres.createDatabase(`restored_${provider}`);
    app = await startSandboxedApp(provider, { environment: { DATABASE_URL: url, SERVICE_KEYS, ...mailKept } });
  });
  afterAll(async () => {
    await service?.close();
    await app?.close();
    rmSync(folder, { recursive: true });
  });

  /** Not in the way of the sandbox, which answers in this process. */
  const shell = async (line: string, url: string) => {
    const env = { PATH: `${postgres.programs}:${process.env.PATH}`, DATABASE_URL: url };
    const { stderr } = await promisify(execFile)('sh', ['-c', line], { env, cwd: folder });
    expect([line, stderr]).toEqual([line, '']);
  };
  const change = (person: Person, body: object) => app.as(person.cookie, '/api/payments/change', body);
  const refund = async (person: Person) => {
    const { invoices } = await app.truthOf(person);
    const paid = invoices.find((invoice) => invoice.status === 'paid' && invoice.amount > 0 && !invoice.refunded);
    if (paid) await app.control('POST', 'refund', { invoiceId: paid.id });
  };

  /** What people do in the hours that the backup doesn't know. */
  const acts: ((old: Person) => Promise<unknown>)[] = [
    async () => {
      const newcomer = await app.signUp();
      newcomers.push(newcomer);
      people.push(newcomer);
      await app.buy(newcomer, { plan: 'pro' });
    },
    (old) => change(old, { plan: 'enterprise' }),
    (old) => change(old, { kind: 'cancel_at_period_end' }),
    (old) => change(old, { kind: 'cancel_now' }),
    refund,
    async (old) => {
      const deleted = await app.call('/api/auth/delete-user', post({ password: PASSWORD }, old.cookie));
      expect(deleted.status).toBe(200);
      gone.push(old);
    },
    async () => {
      const newcomer = await app.signUp();
      newcomers.push(newcomer);
      people.push(newcomer);
      await app.spendTrial(newcomer);
      await app.buy(newcomer, { plan: 'starter' });
      await refund(newcomer);
    },
  ];

  /** That a subscription was deleted rather than canceled is a word of its webhook alone. */
  const rows = async (url: string) => {
    const client = new pg.Client(url);
    await client.connect();
    const read = async (text: string) => (await client.query(text)).rows;
    const ids = gone.map(({ id }) => `'${id}'`).join() || `''`;
    const own = `"userId" NOT IN (${ids})`;
    const found = {
      subscriptions:
        await read(`SELECT "providerSubscriptionId", "userId", replace(status, 'deleted', 'canceled') AS status, plan, interval, amount,
        "currentPeriodStart", "currentPeriodEnd", "cancelAtPeriodEnd" FROM subscription WHERE ${own} ORDER BY 1`),
      payments: await read(`SELECT id, "userId", status, amount, "amountRefunded", currency FROM payment
        WHERE ${own} AND amount <> '0.00' ORDER BY id`),
      refunds: await read(`SELECT id, amount, status, kind FROM refund ORDER BY id`),
    };
    await client.end();
    return found;
  };

  const environment = () => {
    const keys = environmentOf(app);
    return { ...keys, DATABASE_URL: restored, SERVICE_KEYS, ADDRESS_LIMIT: '0', RECONCILE_EVERY: 'off', ...mailKept };
  };
  async function start(more: Record<string, string>): Promise<string> {
    await service?.close();
    const port = `${await freePort()}`;
    const given = { ...environment(), HOST: '127.0.0.1', PORT: port, DATA_DIR: folder, LOG_LEVEL: 'silent', ...more };
    const settings = readSettings(given);
    service = await openService(settings, { log: createLog(settings), signal: new AbortController().signal });
    return `http://127.0.0.1:${port}`;
  }
  const call = async (base: string, path: string, init?: RequestInit) => {
    const response = await fetch(base + path, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const feed = (base: string, after = '') =>
    call(base, `/api/payments/changes${after}`, { headers: { authorization: `Bearer ${KEY}` } });
  const billing = async (...args: string[]) => {
    const command = openCommand(app, environment());
    const finished = await command.run(...args);
    command.close();
    return finished;
  };

  test('whoever bought, changed, canceled or was refunded since the backup has exactly that', async () => {
    console.info(`${provider}: SEED=${seed}, RESTORE_ACTS=${ACTS}`);
    for (let n = 0; n < ACTS; n += 1) people.push(await app.signUp());
    const old = [...people];
    const half = old.filter((_, index) => index % 4 !== 3);
    for (const person of half) {
      await app.spendTrial(person);
      await app.buy(person, { plan: 'pro' });
    }
    const { body: before } = await feed(app.url);
    await shell(lineOf('pg_dump'), app.deps.settings.databaseUrl);

    for (let done = 0; old.length > 0; ) {
      const [who] = old.splice(random.below(old.length), 1) as [Person];
      if (half.includes(who)) await acts[done++ % acts.length]?.(who);
      else await app.buy(who, { plan: 'pro' });
    }
    await app.settle();
    const truth = await app.truth();
    const lost = await rows(app.deps.settings.databaseUrl);
    // The machine is lost: what it is told from now on is lost, too.
    await app.control('POST', 'switches', { drop: 1 });

    await shell(lineOf('pg_restore'), restored);
    await app.control('DELETE', 'calls');
    let base = await start({});
    expect((await call(base, '/api/health')).body).toMatchObject({ process: 'up', selling: 'off' });
    expect((await billing('restore', 'finish', '--reason', 'x')).err).toContain('RECOVERY=on');
    base = await start({ RECOVERY: 'on' });
    const cursor = `?after=${encodeURIComponent(String(before.cursor))}`;
    expect(await feed(base, cursor)).toEqual({ status: 410, body: { error: 'Cursor is gone' } });
    const someone = people.find((person) => !newcomers.includes(person) && !gone.includes(person)) as Person;
    const own = { headers: { cookie: someone.cookie } };
    expect((await call(base, '/api/payments/subscription', own)).status).toBe(401);
    const again = newcomers[0] as Person;
    const body = { name: 'Ada', email: again.email, password: PASSWORD };
    const signedUp = await fetch(`${base}/api/auth/sign-up/email`, post(body));
    const cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    await billing('verify', again.email);
    expect((await call(base, '/api/payments/checkout', post({ plan: 'pro' }, cookie))).status).toBe(500);

    writeFileSync(join(folder, 'service.log'), app.logged.join('\n'));
    const words = [...lineOf('npm run billing -- restore').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    const args = words.slice(4).map((word) => (word === 'service.log' ? join(folder, word) : word));
    const finished = await billing(...args, '--json', '--pace', '0');
    expect(finished.err).toBe('');
    const report = JSON.parse(finished.out);
    expect(report).toMatchObject({
      erased: gone.length,
      lost: { given: 1, waiting: newcomers.length - 1, unreachable: [] },
    });

    const made = (await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls')).calls;
    expect(made.filter(({ method }) => method !== 'GET')).toEqual([]);
    console.info(`${provider}: ${made.length} calls, ${gone.length} deleted, ${newcomers.length} newcomers`);
    expect({ ...(await app.truth()), now: null }).toEqual({ ...truth, now: null });
    for (const newcomer of newcomers.slice(1)) {
      await fetch(`${base}/api/auth/sign-up/email`, post({ ...body, email: newcomer.email }));
      await billing('verify', newcomer.email);
    }
    // Whoever was lost has another id now.
    const accounts = new Map<string, string>();
    const now = await rows(restored);
    for (const one of now.subscriptions) {
      const was = lost.subscriptions.find((other) => other.providerSubscriptionId === one.providerSubscriptionId);
      if (was && was.userId !== one.userId) accounts.set(was.userId, one.userId);
    }
    expect([...accounts.keys()].sort()).toEqual(newcomers.map(({ id }) => id).sort());
    const renamed = <T extends { userId?: string }>(all: T[]) =>
      all.map((one) => ({ ...one, ...(one.userId ? { userId: accounts.get(one.userId) ?? one.userId } : {}) }));
    expect(now.subscriptions).toEqual(renamed(lost.subscriptions));
    expect(now.payments).toEqual(renamed(lost.payments));
    // Creem lists no refunds; its payments say how much was returned.
    expect(now.refunds).toEqual(provider === 'beta' ? [] : lost.refunds);
    const { out } = await billing('reconcile', '--json', '--pace', '0');
    expect((JSON.parse(out) as { drifts: object[] }).drifts).toEqual([]);
    expect(await feed(base)).toMatchObject({ status: 200 });
    expect((await call(base, '/api/health')).body).toMatchObject({ selling: 'on' });
    expect((await billing('restore', 'finish', '--reason', 'x')).err).toContain('does not recover');
  });
});
