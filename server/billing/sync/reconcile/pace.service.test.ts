import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiCall } from '../../../sandbox/control/calls.ts';
import { type ReconcileSetup, startReconcileSetup } from '../../../testing/app/reconcileSetup.ts';
import { sharedPace } from '../pace/pace.ts';

const PEOPLE = 30;
const RATE = 20;
let setup: ReconcileSetup;

beforeAll(async () => {
  setup = await startReconcileSetup({ ALPHA_RECONCILE_RATE: `${RATE}` });
  await setup.subscribe(...Array(PEOPLE).keys());
});
beforeEach(() => setup.reset());
afterAll(() => setup.close());

/** The most calls that came within any second. */
const busiestSecond = (times: number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));

test('two processes together keep the rate, although answers take a while', async () => {
  await setup.company.api({ mode: 'slow', ms: 300 });
  const runs = await Promise.all([
    setup.run({ paceMs: undefined }, setup.app),
    setup.run({ paceMs: undefined }, setup.peer),
  ]);
  expect(runs.map(({ customers }) => customers)).toEqual([PEOPLE, PEOPLE]);
  const calls = await setup.company.calls();
  // Slots that a process reserved at once may run late, together with the next ones.
  expect(busiestSecond(calls.map(({ at }) => at))).toBeLessThanOrEqual(RATE * 1.3);
  const underWay = ({ at }: ApiCall) => calls.filter((one) => one.at <= at && (one.endedAt ?? at) > at).length;
  expect(Math.max(...calls.map(underWay))).toBeGreaterThan(3);
});

test('a provider with a lower limit than our rate is obeyed: no customer is set aside', async () => {
  await setup.company.control('POST', 'switches', { limit: { calls: 10, seconds: 1 } });
  const run = await setup.run({ paceMs: undefined });
  expect(run).toMatchObject({ customers: PEOPLE, failed: 0 });
  let [closedUntil, refused, early] = [0, 0, 0];
  for (const { at, status } of await setup.company.calls()) {
    // Calls that were already running when the first was refused do not count.
    if (at < closedUntil && at > closedUntil - 900) early += 1;
    if (status === 429 && at >= closedUntil) closedUntil = at + 1_000;
    if (status === 429) refused += 1;
  }
  expect(refused).toBeGreaterThan(1);
  expect(early).toBeLessThan(refused);
  expect((await setup.listed()).length).toBeLessThan(PEOPLE * 1.5);
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
