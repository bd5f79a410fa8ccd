import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { recordId } from '../../../billing/records/recordId.ts';
import { freePort } from '../../../database/embedded/freePort.ts';
import { modelPlans, type Provider, providers } from '../../events/wire.ts';
import { forEach } from '../parts/deliveries.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { type CliRun, runCli } from '../parts/runCli.ts';
import { type CompanyProcess, startCompanySandbox } from '../parts/sandbox.ts';
import { type Environment, type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { clickCheckout, signUp } from '../parts/visitor.ts';
import { type Random, randomFrom } from '../random.ts';
import type { Report, Scenario } from '../report.ts';
import { type Books, expectedDrift, listed, lostPayments } from './driftExpected.ts';
import { waitUntilRefetched } from './orders.ts';

const DROP = 0.1;
/** One in this number of subscriptions gets each class of drift that rarely occurs by itself. */
const FORCED_IN = 30;

interface Setup {
  company: CompanyProcess;
  service: ServiceProcess;
  environment: Environment;
  pool: pg.Pool;
  random: Random;
}

export const drift: Scenario = {
  name: 'drift',
  promise:
    'with 10 % of the deliveries dropped, reconcile reports every drift with its class, repairs all, then finds none',
  async run({ seed, short }) {
    const report: Report = { figures: {}, broken: [] };
    const sizes: Record<Provider, number> = short
      ? { alpha: 50, beta: 0, gamma: 0 }
      : { alpha: 2_000, beta: 400, gamma: 400 };
    const postgres = await startDurablePostgres();
    try {
      for (const provider of providers) {
        if (sizes[provider] === 0) continue;
        const databaseUrl = await postgres.createDatabase();
        await driftOf(provider, { databaseUrl, seed, deliveries: sizes[provider], report });
      }
    } finally {
      await postgres.remove();
    }
    return report;
  },
};

interface DriftOptions {
  databaseUrl: string;
  seed: number;
  deliveries: number;
  report: Report;
}

async function driftOf(provider: Provider, { databaseUrl, seed, deliveries, report }: DriftOptions): Promise<void> {
  const port = `${await freePort()}`;
  const company = await startCompanySandbox(provider, `http://127.0.0.1:${port}/api/webhooks/payments`);
  const active = { PORT: port, PAYMENT_PROVIDER: provider, DRAINING_PROVIDERS: '' };
  const environment = { ...settingsFor(databaseUrl, company.url), ...active };
  const service = await startService(environment);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const setup: Setup = { company, service, environment, pool, random: randomFrom(seed) };
  try {
    await company.control('POST', 'switches', { seed, drop: DROP });
    await makeHistory(setup, deliveries);
    await company.control('POST', 'switches', { drop: 0 });
    await company.control('POST', 'settle', { timeoutMs: 120_000 });
    const owed = await waitUntilRefetched(pool);
    if (owed > 0) report.broken.push(`${provider}: ${owed} ties were not refetched`);
    await waitUntilLookedAt(pool);
    await force(provider, setup);
    await compare(provider, setup, report);
  } finally {
    await pool.end();
    await service.remove();
    await company.close();
  }
}

/** Waits for pending checks of owners: they may repair drift and must not run between two comparisons. */
async function waitUntilLookedAt(pool: pg.Pool): Promise<void> {
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt; await sleep(100)) {
    const { rows } = await pool.query<{ waiting: number }>('SELECT count(*)::int AS waiting FROM owner_check');
    if (rows[0]?.waiting === 0) return;
  }
}

const actions = ['renew', 'renew', 'renew', 'fail_next', 'pause', 'resume', 'mark_unpaid', 'cancel_now'];

/** People buy and random actions change their subscriptions, until the provider has this number of deliveries. */
async function makeHistory(setup: Setup, deliveries: number): Promise<void> {
  const { company, random } = setup;
  const first = Array.from({ length: Math.ceil(deliveries / 16) + 3 }, (_, index) => `person${index}`);
  await forEach(first, 3, (name) => buy(setup, name));
  for (let round = 1; (await company.counts()).told < deliveries; round += 1) {
    await buy(setup, `later${round}`);
    const subscriptions = await company.subscriptions();
    for (let times = 0; times < 20; times += 1) {
      const { id } = random.pick(subscriptions);
      // The provider may refuse an action that does not fit the subscription's state.
      await company.control('POST', `subscriptions/${id}/${random.pick(actions)}`, {}).catch(() => {});
    }
  }
}

async function buy({ company, service, random }: Setup, name: string): Promise<void> {
  const visitor = await signUp(service, name);
  const { status, text } = await clickCheckout(service, visitor, random.pick(modelPlans));
  if (status !== 200) throw new Error(`A checkout was answered ${status} ${text}`);
  const { sessionId } = JSON.parse(text) as { sessionId: string };
  await company.control('POST', `checkouts/${sessionId}/pay`, {});
}

/** Creates differences that dropped deliveries rarely or never cause. */
async function force(provider: Provider, { pool, random, company }: Setup): Promise<void> {
  const live = (await company.subscriptions()).filter(({ status }) => status !== 'canceled');
  const ids = random.shuffle(live).map(({ id }) => id);
  const forced = Math.max(1, Math.floor(live.length / FORCED_IN));
  const set = async (assignment: string) => {
    const chosen = ids.splice(0, forced);
    await pool.query(`UPDATE subscription SET ${assignment} WHERE "providerSubscriptionId" = ANY($1)`, [chosen]);
  };
  // A known plan: a job repairs unknown ones.
  await set(`plan = CASE plan WHEN 'pro' THEN 'starter' ELSE 'pro' END`);
  await set(`amount = '0.01'`);
  await set(`"currentPeriodEnd" = "currentPeriodEnd" + interval '1 day'`);
  await set(`"customerId" = NULL`);
  await set(`status = 'canceled'`);
  await pool.query('DELETE FROM subscription WHERE "providerSubscriptionId" = ANY($1)', [ids.splice(0, forced)]);
  for (const id of ids.splice(0, forced)) {
    // Gamma rejects ids that are not UUIDs.
    const unknown = provider === 'gamma' ? randomUUID() : `${id}gone`;
    const made = { id: recordId('subscription', provider, unknown), providerSubscriptionId: unknown };
    await pool.query(
      `INSERT INTO subscription SELECT (json_populate_record(s, $1::json)).* FROM subscription s WHERE "providerSubscriptionId" = $2`,
      [JSON.stringify({ ...made, status: 'active' }), id],
    );
  }
}

async function compare(provider: Provider, setup: Setup, { figures, broken }: Report): Promise<void> {
  const { company, environment, pool } = setup;
  const snapshot = await company.subscriptions();
  const expected = listed(await expectedDrift(provider, pool, snapshot));
  const lost = listed(await lostPayments(pool, (await company.control<Books>('GET', 'truth')).invoices));
  const reported = await runCli(environment, 'reconcile', '--pace', '0', '--json');
  const found = listed(driftsIn(reported));
  const repaired = await runCli(environment, 'reconcile', '--pace', '0', '--fix', '--json');
  const again = await runCli(environment, 'reconcile', '--pace', '0', '--json');
  const left = listed(driftsIn(again));
  const wrong = listed(await expectedDrift(provider, pool, snapshot));
  const counts = await company.counts();
  figures[provider] =
    `${counts.told} deliveries, ${counts.dropped} dropped, drift ${tally(found)}, left ${left.length}`;
  const complain = (what: string, lines: string[]) =>
    broken.push(...lines.map((line) => `${provider}: ${what} ${line}`));
  complain('not reported:', missingFrom(found, expected));
  complain('reported, but not expected:', missingFrom([...expected, ...lost], found));
  complain('still reported after the repair:', left);
  complain('wrong after the repair:', wrong);
  const codes = [reported, repaired, again].map(({ code }) => code).join(' ');
  if (codes !== '1 0 0') broken.push(`${provider}: exit codes ${codes} instead of 1 0 0: ${repaired.errors}`);
  if (found.length === 0 || counts.dropped === 0) broken.push(`${provider}: nothing was dropped or found`);
}

function driftsIn({ output, errors }: CliRun) {
  if (!output) throw new Error(`billing reconcile printed only errors: ${errors}`);
  const { drifts } = JSON.parse(output) as { drifts: { class: string; providerSubscriptionId: string }[] };
  return drifts.map((found) => ({ class: found.class, id: found.providerSubscriptionId }));
}

const missingFrom = (list: string[], wanted: string[]) => wanted.filter((line) => !list.includes(line));

function tally(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [name = ''] = line.split(' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, times]) => `${times} ${name}`).join(' + ');
}
