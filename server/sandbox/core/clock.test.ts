import { afterEach, expect, test, vi } from 'vitest';
import { buy, eventsOf, startBeta } from '../dialects/beta/testing.ts';
import { Clock } from './clock.ts';

afterEach(() => vi.restoreAllMocks());

/** A real clock of which 7 ms pass at every look. */
function letTimeFly(): void {
  const { now } = Date;
  let passed = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    passed += 7;
    return now() + passed;
  });
}

test('work stands still at one instant, also around work at another', () => {
  letTimeFly();
  const clock = new Clock(1);
  const [first, another, last] = clock.standStill(() => [clock.now(), clock.runAt(5, () => clock.now()), clock.now()]);
  expect([another, last]).toEqual([5, first]);
  expect(clock.now()).toBeGreaterThan(Number(first));
});

test('a purchase runs at one instant: its trial is neither shorter nor longer than it should be', async () => {
  const sandbox = await startBeta();
  try {
    letTimeFly();
    await buy(sandbox, { product: 'price_starter_month' });
    const [, trialing] = eventsOf(sandbox);
    const { current_period_start_date: start, current_period_end_date: end } = trialing?.object ?? {};
    expect(Date.parse(String(end)) - Date.parse(String(start))).toBe(7 * 86_400_000);
  } finally {
    await sandbox.close();
  }
});
