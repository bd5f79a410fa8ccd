import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Adapter } from '../../adapters/adapter.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { apply, recordsOf, refetchAll, startTwoProcesses, type TwoProcesses } from '../../testing/app/twoProcesses.ts';
import { whileAsked } from '../../testing/company/sandboxCompany.ts';
import { modelCustomer, modelSubscription } from '../../testing/events/model.ts';
import { type Fact, type ModelSubscription, truthOf } from '../../testing/events/wire.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { createOperationalStatus } from '../status/operationalStatus.ts';
import { refetchDue, refetchSubscription } from './refetch.ts';

mayComplain(/A tie waits for the provider/);

let processes: TwoProcesses;
let count = 0;
let name: string;

/** Aborts a call after half a second. */
let impatient: TestApp;

beforeAll(async () => {
  processes = await startTwoProcesses();
  impatient = await startTestApp(processes.companies.environment, processes.apps[0], { provider: 500 });
  await impatient.deps.worker.stop();
});
afterAll(async () => {
  await impatient.close();
  await processes.close();
});
beforeEach(async () => {
  name = `t${count++}`;
  noon = Math.floor(Date.now() / 1_000) * 1_000 - 5_000;
  await company().reset();
});

/** The provider is asked five seconds later. */
let noon: number;
const company = () => processes.companies.alpha;
const DAY = 86_400_000;
const [billing, other] = [() => processes.apps[0].deps.billing, () => processes.apps[1].deps.billing];
const adapter = () => billing().adapters.get('alpha') as Adapter;
const record = () => recordsOf(processes.apps[0], 'alpha').subscription(`sub_${name}`);
const queued = () => billing().database.prisma.refetch.findMany();

const customerOf = () => modelCustomer(name);
const subscription = (changes: Partial<ModelSubscription> = {}) =>
  modelSubscription(`sub_${name}`, noon, { plan: 'starter', ...changes });

function tell(changes: Partial<ModelSubscription> = {}, fact: Partial<Fact> = {}) {
  const said = { id: `evt_${count++}`, at: noon, kind: 'updated' as const, customer: customerOf() };
  return apply(processes.apps[0], 'alpha', { ...said, subscription: subscription(changes), ...fact });
}

const isTruly = (changes: Partial<ModelSubscription>) => company().know(truthOf(subscription(changes), customerOf()));

/** Two events of one second: only the provider knows which came last. */
async function tie(snapshot: ModelSubscription['plan']) {
  await isTruly({ plan: snapshot });
  await tell({ plan: 'starter' });
  return tell({ plan: 'pro' });
}

test('a tie is queued, visible, and decided by one refetch', async () => {
  expect(await tie('pro')).toMatchObject({ outcome: 'stale', refetch: true });
  expect(await queued()).toMatchObject([{ providerSubscriptionId: `sub_${name}`, reason: 'tie', attempts: 0 }]);
  expect(await refetchDue(billing())).toBe(1);
  expect({ reads: (await company().calls()).length, left: await queued() }).toEqual({ reads: 1, left: [] });
  expect(await record()).toMatchObject({ plan: 'pro', status: 'active' });
});

test.each([
  ['trialEnd', () => ({ trialEnd: noon + DAY })],
  ['periodEnd', () => ({ periodEnd: noon + DAY })],
  ['cancelAtPeriodEnd', () => ({ cancelAtPeriodEnd: true })],
  ['canceledAt', () => ({ canceledAt: noon - 1_000 })],
  ['interval', () => ({ interval: 'year' as const })],
])('a difference only in %s is a tie; an identical event is none', async (_field, change) => {
  const changes = change();
  await tell();
  expect(await tell()).toMatchObject({ outcome: 'stale', refetch: false });
  expect(await tell(changes)).toMatchObject({ outcome: 'stale', refetch: true });
  await isTruly(changes);
  await refetchAll(processes.apps[0]);
});

test('a failed payment and an active status in one second are a tie in both orders', async () => {
  const failed = { kind: 'failed' as const, invoice: { id: `in_${name}`, paid: false } };
  await tell();
  expect(await tell({}, failed)).toMatchObject({ refetch: true });
  await isTruly({ status: 'active' });
  await refetchAll(processes.apps[0]);
  expect(await record()).toMatchObject({ status: 'active' });
  name = `${name}b`;
  await tell({}, { ...failed, invoice: { id: `in_${name}`, paid: false } });
  expect(await tell()).toMatchObject({ outcome: 'applied', refetch: true });
  expect(await record()).toMatchObject({ status: 'past_due' });
  await isTruly({ status: 'active' });
  await refetchAll(processes.apps[0]);
  expect(await record()).toMatchObject({ status: 'active' });
});

test.each(['error500', 'hang', 'refuse'] as const)(
  'while the provider is unavailable (%s) ties wait with backoff; webhooks do not',
  async (fault) => {
    await tie('pro');
    await company().api({ mode: fault });
    for (const [tries, seconds] of [2, 4, 8, 16].entries()) {
      await billing().database.pool.query('UPDATE refetch SET "dueAt" = clock_timestamp()');
      const asked = Date.now();
      expect(await refetchDue(impatient.deps.billing)).toBe(0);
      const [row] = await queued();
      expect(row).toMatchObject({ attempts: tries + 1, lastError: expect.stringContaining('provider') });
      const due = row?.dueAt.getTime() ?? 0;
      expect(due).toBeGreaterThan(asked + seconds * 1_000 - 100);
      expect(due).toBeLessThanOrEqual(Date.now() + seconds * 1_000 + 100);
    }
    const took = Date.now();
    expect(await tell({ status: 'past_due', plan: 'enterprise' }, { at: noon + 1_000 })).toMatchObject({
      outcome: 'applied',
    });
    expect(Date.now() - took).toBeLessThan(1_000);
    await company().api({ mode: 'ok' });
    await isTruly({ plan: 'enterprise', status: 'past_due' });
    await refetchAll(processes.apps[0]);
    expect(await record()).toMatchObject({ plan: 'enterprise', status: 'past_due' });
  },
);

test('a tie that can never be refetched is set aside after twelve attempts', async () => {
  await tie('pro');
  await company().api({ mode: 'error500' });
  const { pool } = billing().database;
  const readOperationalStatus = createOperationalStatus({ ...billing(), setUp: [] });
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 61; attempt += 1) {
    await pool.query('UPDATE refetch SET "dueAt" = clock_timestamp(), attempts = greatest(attempts, $1)', [
      attempt - 1,
    ]);
    if (![1, 9, 10, 11, 12, 13, 59, 60, 61].includes(attempt)) continue;
    expect(await refetchDue(billing())).toBe(0);
    const { rows } = await pool.query<{ wait: number }>(
      'SELECT round(extract(epoch FROM "dueAt" - clock_timestamp()))::int AS wait FROM refetch',
    );
    waits.push(rows[0]?.wait ?? 0);
    const { refetches, setAside } = await readOperationalStatus();
    expect({ waiting: refetches.waiting, setAside }).toEqual(
      attempt < 12 ? { waiting: 1, setAside: [] } : { waiting: 0, setAside: [{ job: 'refetch', count: 1 }] },
    );
  }
  expect(waits).toEqual([2, 512, 600, 600, 3_600, 3_600, 3_600, 86_400, 86_400]);
  await company().api({ mode: 'ok' });
  await isTruly({ plan: 'pro' });
  expect(await tell({ plan: 'enterprise' })).toMatchObject({ refetch: true });
  expect(await queued()).toMatchObject([{ attempts: 0 }]);
  await refetchAll(processes.apps[0]);
});

test('a snapshot never overwrites a newer webhook', async () => {
  await tie('pro');
  const overtaken = () => tell({ plan: 'enterprise' }, { at: noon + 4_000 });
  expect(await whileAsked(company(), () => refetchDue(billing()), overtaken)).toBe(0);
  expect(await record()).toMatchObject({ plan: 'enterprise' });
  expect(await queued()).toMatchObject([{ lastError: 'The record changed while the provider was asked' }]);
  await isTruly({ plan: 'enterprise' });
  await refetchAll(processes.apps[0]);
  expect(await record()).toMatchObject({ plan: 'enterprise' });
});

test('a webhook between read and answer is neither lost nor final: the snapshot is read again', async () => {
  await tell();
  await isTruly({ plan: 'pro' });
  await refetchSubscription(billing(), adapter(), `sub_${name}`);
  expect(await record()).toMatchObject({ plan: 'pro', lastEventRank: 9 });
  await isTruly({ plan: 'enterprise' });
  expect(await tell({ plan: 'enterprise' }, { at: noon + 4_000 })).toMatchObject({ outcome: 'applied', refetch: true });
  expect(await record()).toMatchObject({ plan: 'enterprise' });
  await refetchAll(processes.apps[0]);
  expect(await tell({ plan: 'starter' }, { at: noon - 8_000 })).toMatchObject({ outcome: 'stale', refetch: false });
  expect(await record()).toMatchObject({ plan: 'enterprise' });
});

test('a tie that arrives during a refetch is refetched after it', async () => {
  await tie('pro');
  await whileAsked(
    company(),
    () => refetchDue(billing()),
    async () => expect(await tell({ plan: 'enterprise' })).toMatchObject({ refetch: true }),
  );
  expect(await queued()).toMatchObject([{ attempts: 0 }]);
  await isTruly({ plan: 'enterprise' });
  await refetchDue(other());
  expect(await queued()).toEqual([]);
  expect(await record()).toMatchObject({ plan: 'enterprise' });
});

test('two processes never refetch the same tie at once', async () => {
  await tie('pro');
  const refetched = await Promise.all([refetchDue(billing()), refetchDue(other()), refetchDue(billing())]);
  expect({ refetched: refetched.reduce((sum, n) => sum + n, 0), reads: (await company().calls()).length }).toEqual({
    refetched: 1,
    reads: 1,
  });
});

test('the snapshot creates a record that no webhook brought, and events that waited for it are applied', async () => {
  await isTruly({ plan: 'pro' });
  const payment = {
    id: `in_${name}`,
    object: 'invoice',
    subscription: `sub_${name}`,
    amount_paid: 990,
    currency: 'usd',
  };
  const event = { id: `evt_${name}`, type: 'invoice.payment_succeeded' as const, nativeType: 'x', provider: 'alpha' };
  const { readEvent } = await import('../events/judgeEvent.ts');
  const told = { ...event, occurredAt: new Date(noon).toISOString(), data: payment, rawEvent: {} };
  const said = { id: event.id, type: event.type, created: noon / 1000, data: { object: payment } };
  const body = Buffer.from(JSON.stringify(said));
  expect(await billing().queue.apply(await readEvent(adapter(), told, { body }))).toMatchObject({
    outcome: 'unmatched',
  });
  expect(await refetchSubscription(billing(), adapter(), `sub_${name}`)).toMatchObject({ outcome: 'applied' });
  expect(await record()).toMatchObject({ plan: 'pro', userId: `u_${name}`, version: 1 });
  expect(await recordsOf(processes.apps[0], 'alpha').payment(`in_${name}`)).toMatchObject({ userId: `u_${name}` });
});

test("the snapshot does not undo a subscription's deletion", async () => {
  await tell({ status: 'canceled', canceledAt: noon }, { kind: 'deleted' });
  await isTruly({ status: 'canceled', canceledAt: noon });
  await refetchSubscription(billing(), adapter(), `sub_${name}`);
  expect(await record()).toMatchObject({ status: 'deleted' });
});
