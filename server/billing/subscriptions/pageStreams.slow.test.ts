import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { openStream } from '../../testing/calls/stream.ts';
import { until } from '../../testing/run/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('while nothing changes, a stream gets pings, and ends soon after its session ran out', {
  timeout: 90_000,
}, async () => {
  const [stays, leaves] = [await app.signUp(), await app.signUp()];
  const stop = new AbortController();
  const kept = await openStream(app.call, stays.cookie, stop.signal);
  const ending = await openStream(app.call, leaves.cookie, stop.signal);
  await until('both have begun', () => kept.told() > 0 && ending.told() > 0);
  const data = { expiresAt: new Date(Date.now() - 1) };
  await app.deps.billing.database.prisma.session.updateMany({ where: { userId: leaves.id }, data });
  const begun = Date.now();
  await until('the stream has ended', ending.hasEnded, 40_000);
  expect(ending.text()).toContain('UNAUTHORIZED');
  await until('a ping came', () => kept.text().includes('event: ping'), 25_000 - (Date.now() - begun));
  expect(kept.hasEnded()).toBe(false);
  stop.abort();
});
