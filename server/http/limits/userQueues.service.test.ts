import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '4' });
});
afterAll(() => app.close());

const batch = (cookie: string) =>
  app.call(`/api/trpc/${Array(10).fill('account.export').join(',')}?batch=1&input={}`, { headers: { cookie } });

interface Answered {
  error?: { data: { httpStatus: number } };
}

test('promise 14: simultaneous calls of one user wait or get 429, and never fail for lack of a connection', {
  timeout: 60_000,
}, async () => {
  const ada = await app.signUp();
  const bob = await app.signUp();
  const asked = Array.from({ length: 40 }, () => batch(ada.cookie));
  const other = await app.call('/api/payments/subscription', { headers: { cookie: bob.cookie } });
  const answers = await Promise.all(asked);
  const calls = ((await Promise.all(answers.map((answer) => answer.json()))) as Answered[][]).flat();
  const statuses = new Set(calls.map(({ error }) => error?.data.httpStatus ?? 200));
  expect([other.status, statuses]).toEqual([200, new Set([200, 429])]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['1']));
});
