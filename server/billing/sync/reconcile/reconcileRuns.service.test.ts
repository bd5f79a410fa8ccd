import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReconcileSetup, startReconcileSetup } from '../../../testing/app/reconcileSetup.ts';
import { until } from '../../../testing/run/until.ts';

const PEOPLE = 30;
let setup: ReconcileSetup;

beforeAll(async () => {
  setup = await startReconcileSetup();
  await setup.subscribe(...Array(PEOPLE).keys());
});
beforeEach(() => setup.reset());
afterAll(() => setup.close());

const prisma = () => setup.app.deps.billing.database.prisma;
const everyone = () => Array.from({ length: PEOPLE }, (_, person) => `cus_${person}`).sort();

/** A partly finished run, as a killed process leaves it. */
async function unfinished(run: object = {}): Promise<number> {
  const customers = await prisma().customer.findMany({ orderBy: { id: 'asc' } });
  const done = 20;
  const slices = [
    { number: 0, step: 'customers', cursor: customers[done - 1]?.id },
    { number: 1, step: 'unknown' },
  ];
  await prisma().reconcileRun.create({
    data: {
      id: 'before',
      provider: 'alpha',
      fix: true,
      trigger: 'command',
      customers: done,
      slices: { create: slices },
      ...run,
    },
  });
  return PEOPLE - done;
}

test('every customer is read once, and the run is finished', async () => {
  const run = await setup.run();
  expect(run).toMatchObject({ customers: PEOPLE, subscriptions: PEOPLE, live: PEOPLE, failed: 0, stopped: null });
  expect(run.finishedAt).not.toBeNull();
  expect((await setup.listed()).sort()).toEqual(everyone());
  expect(await prisma().reconcileSlice.count()).toBe(0);
});

test('several processes share one run: each customer is read once in total', async () => {
  // Enough customers for natural slices are slow to create, so the slices are cut by hand.
  const cut = ['', '4000', '8000', 'c000', null];
  const slices = [0, 1, 2, 3].map((number) => ({
    number,
    step: 'customers',
    since: cut[number] ?? '',
    until: cut[number + 1] ?? null,
  }));
  const create = [...slices, { number: 4, step: 'unknown' }];
  await prisma().reconcileRun.create({
    data: { id: 'shared', provider: 'alpha', fix: true, trigger: 'command', slices: { create } },
  });
  await setup.company.api({ mode: 'slow', ms: 400 });
  const both = await Promise.all([setup.run({}, setup.app), setup.run({}, setup.peer), setup.run()]);
  for (const run of both) expect(run).toMatchObject({ id: 'shared', customers: PEOPLE, failed: 0 });
  expect((await setup.listed()).sort()).toEqual(everyone());
});

test('a run whose process died is resumed', async () => {
  const left = await unfinished();
  expect(await setup.run()).toMatchObject({ id: 'before', customers: PEOPLE });
  expect(await setup.listed()).toHaveLength(left);
});

test.each([
  ['only looks', { fix: false }],
  ["is the schedule's", { trigger: 'schedule' }],
  ['was allowed to end some', { yesEnd: 3 }],
  ["is one user's", { userId: 'u_1' }],
  ['began eight days ago', { startedAt: new Date(Date.now() - 8 * 86_400_000) }],
  ['was of another account', { account: 'acct_2' }],
])('a run that %s is not resumed', async (_what, run) => {
  await unfinished(run);
  const own = await setup.run();
  expect(own).toMatchObject({ customers: PEOPLE });
  expect(own.id).not.toBe('before');
});

test('a stopped run is resumed at once', async () => {
  const stop = new AbortController();
  await setup.company.api({ mode: 'hang', only: 'customer=', after: 20 });
  const running = setup.run({ signal: stop.signal });
  await Promise.race([running, until('20 are listed', async () => (await setup.listed()).length > 20)]);
  stop.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
  const [stopped] = await prisma().reconcileRun.findMany();
  expect(stopped?.customers).toBeGreaterThan(0);
  expect(stopped?.finishedAt).toBeNull();
  await setup.company.reset();
  expect(await setup.run()).toMatchObject({ id: stopped?.id, customers: PEOPLE });
  expect(await setup.listed()).toHaveLength(PEOPLE - (stopped?.customers ?? 0));
});

test('while the provider is unavailable nothing is concluded; the run continues afterwards', async () => {
  const stop = new AbortController();
  await setup.company.api({ mode: 'refuse', only: 'customer=', after: 10 });
  const running = setup.run({ signal: stop.signal });
  await Promise.race([running, until('it is tried again', async () => (await setup.listed()).length > 20)]);
  stop.abort(new Error('long enough'));
  await expect(running).rejects.toThrow('long enough');
  await setup.company.api({ mode: 'ok' });
  const [stopped] = await prisma().reconcileRun.findMany({ include: { drifts: true } });
  expect(stopped).toMatchObject({ failed: 0, finishedAt: null, drifts: [] });
  expect(await setup.run()).toMatchObject({ id: stopped?.id, customers: PEOPLE, failed: 0 });
});

test('a call that hangs ends within a second of the stop', async () => {
  const stop = new AbortController();
  await setup.company.api({ mode: 'hang', only: '/v1/subscriptions?' });
  const run = setup.run({ signal: stop.signal });
  await until('calls hang', async () => (await setup.listed()).length > 7);
  const stoppedAt = performance.now();
  stop.abort(new Error('stopped'));
  await expect(run).rejects.toThrow('stopped');
  expect(performance.now() - stoppedAt).toBeLessThan(1_000);
  expect(await prisma().lease.count({ where: { name: { startsWith: 'reconcile:' } } })).toBe(0);
});
