import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { answerOf } from '../../testing/calls/requests.ts';

let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha');
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;

/** Whoever renews is locked out by a reader of `until` alone. */
test('beside until, endsAt says when access ends though no event comes: with the days of grace', async () => {
  const ada = await app.signUp();
  await app.buy(ada, { plan: 'pro' });
  await app.control('POST', 'switches', { drop: 1 });
  const read = async () => {
    const { body } = await answerOf(await app.call('/api/payments/access', { headers: { cookie: ada.cookie } }));
    return (body as { access: { plan: string; until: string; endsAt: string; asOf: string } }).access;
  };
  const { until, endsAt } = await read();
  expect(Date.parse(endsAt) - Date.parse(until)).toBe(3 * DAY_MS);
  await app.moveClock({ days: 14, seconds: 120 });
  const over = await read();
  expect(over).toMatchObject({ plan: 'pro', until, endsAt });
  expect(Date.parse(over.asOf)).toBeGreaterThan(Date.parse(until));
  await app.moveClock({ days: 3 });
  const ended = await read();
  expect(ended.plan).toBe('free');
  expect(Date.parse(ended.asOf)).toBeGreaterThan(Date.parse(endsAt));
});
