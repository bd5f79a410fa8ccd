import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReconcileSetup, startReconcileSetup } from '../../../testing/app/reconcileSetup.ts';
import { listedCustomer, sendJson } from '../../../testing/company/listingCompany.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';

mayComplain(/Left out of this comparison/);

const PEOPLE = 25;
let setup: ReconcileSetup;

beforeAll(async () => {
  setup = await startReconcileSetup();
  for (let person = 0; person < PEOPLE; person += 1) await setup.subscribe(`${person}`);
});
beforeEach(() => setup.reset());
afterAll(() => setup.close());

const prisma = () => setup.app.deps.billing.database.prisma;

/** The provider's answer when it is asked for the subscriptions of `cus_7`. */
function troubleWith(answer: (url: URL, response: ServerResponse) => void): void {
  setup.company.intercept = (url, response) => {
    if (listedCustomer(url) !== 'cus_7') return false;
    answer(url, response);
    return true;
  };
}

let pages = 0;

test.each([
  [
    'always says that there is more',
    (_url: URL, response: ServerResponse) =>
      sendJson(response, 200, { data: [{ id: `sub_x${pages++}` }], has_more: true }),
    { calls: 100, reason: 'more than 100 pages' },
  ],
  [
    'repeats a page',
    (_url: URL, response: ServerResponse) => sendJson(response, 200, { data: [{ id: 'sub_1' }], has_more: true }),
    { calls: 2, reason: 'repeats a page' },
  ],
  [
    'refuses',
    (_url: URL, response: ServerResponse) => sendJson(response, 400, { error: { code: 'odd' } }),
    { calls: 1, reason: 'answered 400 odd' },
  ],
  [
    'answers no list',
    (_url: URL, response: ServerResponse) => sendJson(response, 200, { object: 'list' }),
    { calls: 5, reason: 'without a list' },
  ],
])(
  'a company that %s of one customer: this one is set aside and reported, all others are compared',
  async (_what, answer, told) => {
    troubleWith(answer);
    await prisma().subscription.updateMany({ where: { providerSubscriptionId: 'sub_8' }, data: { plan: 'starter' } });
    const run = await setup.run();
    expect(run).toMatchObject({ customers: PEOPLE, failed: 1, stopped: null });
    expect(setup.listed().filter((customer) => customer === 'cus_7')).toHaveLength(told.calls);
    const drifts = await prisma().drift.findMany({ where: { runId: run.id }, orderBy: { class: 'asc' } });
    expect(drifts).toMatchObject([
      { class: 'plan', providerSubscriptionId: 'sub_8', fixed: true },
      { class: 'unreadable', providerCustomerId: 'cus_7', userId: 'u_7', fixed: false },
    ]);
    expect(drifts[1]?.theirs).toContain(told.reason);
    expect(setup.app.logged.join('\n')).toContain('Left out of this comparison');
  },
);

test('the next run retries it', async () => {
  troubleWith((_url, response) => sendJson(response, 400, {}));
  await setup.run();
  setup.company.intercept = () => false;
  expect(await setup.run()).toMatchObject({ customers: PEOPLE, failed: 0 });
});

test('a provider that refuses every customer fails the run', async () => {
  setup.company.intercept = (url, response) => {
    const refused = listedCustomer(url) !== undefined;
    if (refused) sendJson(response, 403, { error: { code: 'more_permissions_required' } });
    return refused;
  };
  await expect(setup.run()).rejects.toThrow('403');
  expect(await prisma().reconcileRun.findMany()).toMatchObject([{ finishedAt: null }]);
});

test('a wrong key is reported at once, before any comparison', async () => {
  setup.company.intercept = (_url, response) => {
    sendJson(response, 401, { error: {} });
    return true;
  };
  await expect(setup.run()).rejects.toThrow('401');
  expect(setup.company.calls).toHaveLength(1);
  expect(await prisma().reconcileRun.count()).toBe(0);
});
