import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { environmentOf, openCommand } from '../../../testing/app/command.ts';
import { createPerson, type Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import {
  type Existing,
  existingCompany,
  existingCompanySettings,
  existingKinds,
} from '../../../testing/company/existingCompany.ts';
import { runCli } from '../../../testing/faults/parts/runCli.ts';
import { givenNumber, providersInTurn } from '../../../testing/run/storey.ts';
import { until } from '../../../testing/run/until.ts';
import type { ImportReport } from './importReport.ts';

/** `PROVIDERS=all PEOPLE=5000` repeats the figures of the page. */
const PEOPLE = givenNumber('PEOPLE', 110);
const STRANGERS = 10;
vi.setConfig({ testTimeout: 180_000 + 120 * PEOPLE, hookTimeout: 180_000 + 120 * PEOPLE });
const KILLS = 3;

/** Moving in on a busy day: the company goes on selling, and the command is killed again and again. */
describe.each(providersInTurn())('%s', (provider) => {
  let app: SandboxedApp;
  let people: { existing: Existing; person: Person }[];
  const folder = mkdtempSync(join(tmpdir(), 'moving-in-'));
  const map = join(folder, 'users.csv');
  const settings = existingCompanySettings(provider);

  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: settings });
    const existing = await existingCompany(app, { people: PEOPLE });
    await existingCompany(app, { people: STRANGERS, name: 'strange' });
    people = [];
    for (const one of existing) people.push({ existing: one, person: await createPerson(app.deps, `u-${one.email}`) });
    const lines = people.map(({ existing: one, person }) => `${one.providerCustomerId},${person.id}`);
    writeFileSync(map, ['customer,user', ...lines].join('\n'));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const calls = async () => (await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls')).calls;
  const versions = async () => {
    const tables = ['customer', 'subscription', 'payment', 'refund'];
    const all = tables.map((name) => `SELECT '${name}' AS name, id, version FROM ${name}`).join(' UNION ALL ');
    return (await app.deps.billing.database.pool.query(`${all} ORDER BY 1, 2`)).rows;
  };
  const start = (...more: string[]) =>
    runCli(
      { ...environmentOf(app), ...settings, DATA_DIR: folder },
      ...['import', '--map', map, '--json', '--pace', '20', ...more],
    );
  const set = (switches: object) => app.control('POST', 'switches', switches);

  test('people move in while webhooks arrive and the import is killed', async () => {
    const seed = givenNumber('SEED', Date.now() % 100_000);
    console.info(`${provider}: kills by seed ${seed}`);
    await set({ drop: 0, api: { mode: 'slow', ms: 150 } });
    await app.control('DELETE', 'calls');
    const selling = renewals();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = (await calls()).length;
      const wait = Math.ceil(((1 + ((seed >> kill) % 4)) * PEOPLE) / 200);
      const command = start();
      await until('it has made calls', async () => (await calls()).length >= before + wait, 150_000);
      command.kill('SIGKILL');
      await command;
    }
    await set({ api: { mode: 'ok' } });
    await selling;
    const begun = performance.now();
    const { code, output, errors } = await start();
    const seconds = Math.round((performance.now() - begun) / 1_000);
    expect([code, errors]).toEqual([1, expect.any(String)]);
    const report = JSON.parse(output) as ImportReport;
    expect(report).toMatchObject({ stopped: null, failed: 0, others: [], unclassified: [] });
    expect(report.nobody).toHaveLength(STRANGERS);
    expect(report.taken.customers + report.known.customers).toBe(PEOPLE);
    const made = await calls();
    expect(made.filter(({ method }) => method !== 'GET')).toEqual([]);
    console.info(
      `${provider}: ${made.length} calls in ${KILLS} killed imports and one that ended, which took ${seconds} s`,
    );
    await app.settle();
    await equalsBooks();
  });

  test('a second import changes no version', async () => {
    const before = await versions();
    await app.control('DELETE', 'calls');
    const begun = performance.now();
    const { output } = await start();
    const seconds = Math.round((performance.now() - begun) / 1_000);
    expect((JSON.parse(output) as ImportReport).taken).toMatchObject({ customers: 0, subscriptions: 0, payments: 0 });
    expect(await versions()).toEqual(before);
    const made = (await calls()).length;
    console.info(`${provider}: ${made} calls in an import of ${PEOPLE + STRANGERS} customers, ${seconds} s`);
    expect(made).toBeLessThanOrEqual(await mostCalls());
  });

  /** Per hundred: customers once, subscriptions twice (three times at Creem), money once; and the account's call. */
  async function mostCalls(): Promise<number> {
    const { customers, subscriptions, invoices } = await app.truth();
    const pages = (all: unknown[], share = 1) => Math.ceil((share * all.length) / 100);
    const returned = 3 * pages(customers, 1 / existingKinds.length);
    return 1 + pages(customers) + 3 * pages(subscriptions) + pages(invoices) + returned;
  }

  /** Some renew, some are ended at the company, one after another. */
  async function renewals(): Promise<void> {
    const active = people.filter(({ existing }) => existing.kind === 'active');
    const { subscriptions } = await app.truth();
    for (const [index, { existing }] of active.entries()) {
      const own = subscriptions.find(({ customerId }) => customerId === existing.providerCustomerId);
      await app.control('POST', `subscriptions/${own?.id}/${index % 2 === 0 ? 'renew' : 'cancel_now'}`, {});
    }
  }

  async function equalsBooks(): Promise<void> {
    const billing = openCommand(app, settings);
    const { out } = await billing.run('reconcile', '--json', '--pace', '0');
    billing.close();
    const { drifts } = JSON.parse(out) as { drifts: { class: string }[] };
    expect(drifts.filter((drift) => drift.class !== 'duplicate')).toEqual([]);
    const { invoices, subscriptions } = await app.truth();
    const ours = await app.deps.billing.database.prisma.payment.findMany({ where: { status: { not: 'failed' } } });
    const minor = (amount: string) => Math.round(Number(amount) * 100);
    for (const { existing, person } of people) {
      const isTheirs = ({ customerId }: { customerId: string }) => customerId === existing.providerCustomerId;
      const live = subscriptions.filter((one) => isTheirs(one) && one.status !== 'canceled' && one.plan === 'pro');
      const here = await app.deps.billing.database.prisma.subscription.count({
        where: { userId: person.id, status: { notIn: ['canceled', 'deleted'] } },
      });
      expect([existing.kind, here]).toEqual([existing.kind, live.length]);
      if (existing.kind === 'other product') continue;
      const paid = ours.filter(({ userId, amount }) => userId === person.id && minor(amount) > 0);
      const there = invoices.filter((one) => isTheirs(one) && one.amount > 0 && one.status === 'paid');
      expect([existing.kind, paid.map(({ amount }) => minor(amount)).sort()]).toEqual([
        existing.kind,
        there.map(({ amount }) => amount).sort(),
      ]);
    }
  }
});
