import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReconcileSetup, startReconcileSetup } from '../../../testing/app/reconcileSetup.ts';
import { listedCustomer, sendJson } from '../../../testing/company/listingCompany.ts';
import { sharedPace } from '../pace/pace.ts';

const PEOPLE = 60;
const RATE = 20;
let setup: ReconcileSetup;

beforeAll(async () => {
  setup = await startReconcileSetup({ ALPHA_RECONCILE_RATE: `${RATE}` });
  for (let person = 0; person < PEOPLE; person += 1) await setup.subscribe(`${person}`);
});
beforeEach(() => setup.reset());
afterAll(() => setup.close());

/** The most calls that came within any second. */
function busiestSecond(): number {
  const times = setup.company.calls.map(({ at }) => at);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

test('two processes together keep the rate, although answers take a while', async () => {
  let [underWay, most] = [0, 0];
  setup.company.intercept = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 300));
    underWay -= 1;
    return false;
  };
  const startedAt = performance.now();
  const runs = await Promise.all([
    setup.run({ paceMs: undefined }, setup.app),
    setup.run({ paceMs: undefined }, setup.peer),
  ]);
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(runs.map(({ customers }) => customers)).toEqual([PEOPLE, PEOPLE]);
  // Slots that a process reserved at once may run late, together with the next ones.
  expect(busiestSecond()).toBeLessThanOrEqual(RATE * 1.3);
  // Sequentially they would have taken 18 seconds.
  expect(most).toBeGreaterThan(3);
  expect(seconds).toBeLessThan(12);
});

test('a provider with a lower limit than our rate is obeyed: no customer is set aside', async () => {
  const limit = 10;
  let [second, taken, closedUntil, refused, early] = [0, 0, 0, 0, 0];
  setup.company.intercept = (url, response) => {
    if (listedCustomer(url) === undefined) return false;
    const now = performance.now();
    if (Math.floor(now / 1_000) !== second) taken = 0;
    second = Math.floor(now / 1_000);
    taken += 1;
    if (now >= closedUntil && taken <= limit) return false;
    // Calls that were already running when the first was refused do not count.
    if (now < closedUntil && now > closedUntil - 900) early += 1;
    if (now >= closedUntil) closedUntil = now + 1_000;
    refused += 1;
    response.setHeader('retry-after', '1');
    sendJson(response, 429, { error: { code: 'rate_limit' } });
    return true;
  };
  const run = await setup.run({ paceMs: undefined });
  expect(run).toMatchObject({ customers: PEOPLE, failed: 0 });
  expect(refused).toBeGreaterThan(1);
  expect(early).toBeLessThan(refused);
  expect(setup.listed().length).toBeLessThan(PEOPLE * 1.5);
});

test("one process's reservation delays the other; a hold delays both", async () => {
  const { jobPool } = setup.app.deps.billing.database;
  const [mine, others] = [0, 1].map(() => sharedPace(jobPool, { provider: 'alpha', perSecond: 8 }));
  const startedAt = performance.now();
  const since = () => performance.now() - startedAt;
  await mine?.turn();
  await others?.turn();
  expect(since()).toBeGreaterThan(100);
  await mine?.hold(1_000);
  const heldAt = since();
  await others?.turn();
  await others?.turn();
  await others?.turn();
  expect(since() - heldAt).toBeGreaterThan(900);
});
