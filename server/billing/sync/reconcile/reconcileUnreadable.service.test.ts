import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReconcileSetup, startReconcileSetup } from '../../../testing/app/reconcileSetup.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';

mayComplain(/Left out of this reconcile/);

const PEOPLE = 25;
let setup: ReconcileSetup;

beforeAll(async () => {
  setup = await startReconcileSetup();
  await setup.subscribe(...Array(PEOPLE).keys());
});
beforeEach(() => setup.reset());
afterAll(() => setup.close());

const prisma = () => setup.app.deps.billing.database.prisma;

/** The provider's answer when it is asked for the subscriptions of `cus_7`. */
const troubleWith = (status: number, body: object) =>
  setup.company.api({ mode: 'answer', only: 'customer=cus_7', status, body });

test.each([
  [
    'always says that there is more',
    { status: 200, body: { data: [{ id: 'sub_x{n}' }], has_more: true } },
    { calls: 100, reason: 'more than 100 pages' },
  ],
  [
    'repeats a page',
    { status: 200, body: { data: [{ id: 'sub_1' }], has_more: true } },
    { calls: 2, reason: 'repeats a page' },
  ],
  ['refuses', { status: 400, body: { error: { code: 'odd' } } }, { calls: 1, reason: 'answered 400 odd' }],
  ['answers no list', { status: 200, body: { object: 'list' } }, { calls: 5, reason: 'without a list' }],
])(
  'a provider that %s for one customer: this one is set aside and reported, all others are compared',
  async (_what, { status, body }, told) => {
    await troubleWith(status, body);
    await prisma().subscription.updateMany({ where: { providerSubscriptionId: 'sub_8' }, data: { plan: 'starter' } });
    const run = await setup.run();
    expect(run).toMatchObject({ customers: PEOPLE, failed: 1, stopped: null });
    expect((await setup.listed()).filter((customer) => customer === 'cus_7')).toHaveLength(told.calls);
    const drifts = await prisma().drift.findMany({ where: { runId: run.id }, orderBy: { class: 'asc' } });
    expect(drifts).toMatchObject([
      { class: 'plan', providerSubscriptionId: 'sub_8', fixed: true },
      { class: 'unreadable', providerCustomerId: 'cus_7', userId: 'u_7', fixed: false },
    ]);
    expect(drifts[1]?.theirs).toContain(told.reason);
    expect(setup.app.logged.join('\n')).toContain('Left out of this reconcile');
  },
);

test('the next run retries it', async () => {
  await troubleWith(400, {});
  await setup.run();
  await setup.company.api({ mode: 'ok' });
  expect(await setup.run()).toMatchObject({ customers: PEOPLE, failed: 0 });
});

test('a provider that refuses every customer fails the run', async () => {
  const body = { error: { code: 'more_permissions_required' } };
  await setup.company.api({ mode: 'answer', only: 'customer=', status: 403, body });
  await expect(setup.run()).rejects.toThrow('403');
  expect(await prisma().reconcileRun.findMany()).toMatchObject([{ finishedAt: null }]);
});

test('a wrong key is reported at once, before any comparison', async () => {
  await setup.company.api({ mode: 'answer', status: 401, body: { error: {} } });
  await expect(setup.run()).rejects.toThrow('401');
  expect(await setup.company.calls()).toHaveLength(1);
  expect(await prisma().reconcileRun.count()).toBe(0);
});
