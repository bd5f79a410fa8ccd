import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../testing/app/app.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/A call was refused/, /request completed/);

const METRICS_TOKEN = 'metrics-token-for-tests';
const authorized = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };
/** Pino's level. */
const WARN = 40;

let app: SandboxedApp;
/** A process with SELLING=off on the same database and provider. */
let closed: TestApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha');
  closed = await app.startPeer({ SELLING: 'off', METRICS_TOKEN });
});
afterAll(async () => {
  await closed.close();
  await app.close();
});

const checkout = (cookie?: string, plan = 'pro') => closed.call('/api/payments/checkout', post({ plan }, cookie));
const read = async (path: string) => (await closed.call(path)).json();

test('with SELLING=off a checkout is 500 after the other checks, without a call to the provider', async () => {
  const { cookie } = await app.signUp();
  await app.control('DELETE', 'calls');
  expect((await checkout()).status).toBe(401);
  expect((await checkout(cookie, 'nonsense')).status).toBe(400);
  expect(await answerOf(await checkout(cookie))).toEqual({
    status: 500,
    body: { error: 'Failed to create checkout session' },
  });
  expect((await closed.call('/api/trpc/checkout.start', post({ plan: 'pro' }, cookie))).status).toBe(500);
  expect(await app.control('GET', 'calls')).toEqual({ calls: [] });
});

test('with SELLING=off refused checkouts are one warning a minute, and count as no failure', async () => {
  const { cookie } = await app.signUp();
  for (let times = 0; times < 3; times += 1) {
    await checkout(cookie);
    await closed.call('/api/trpc/checkout.start', post({ plan: 'pro' }, cookie));
  }
  const levels = closed.logged.filter((line) => line.includes('SELLING=off')).map((line) => JSON.parse(line).level);
  expect(levels).toEqual([WARN]);
  const metrics = await (await closed.call('/metrics', authorized)).text();
  expect(metrics).toMatch(/billing_http_request_seconds_count\{endpoint="checkout",status="not_selling"\} [1-9]/);
  expect(metrics).toMatch(/billing_trpc_calls_total\{procedure="checkout.start",outcome="refused"\} [1-9]/);
  expect(metrics).not.toMatch(/billing_http_request_seconds_count\{endpoint="checkout",status="5..".* [1-9]/);
  expect(metrics).not.toMatch(/billing_trpc_calls_total\{procedure="checkout.start",outcome="failed"\} [1-9]/);
});

test('with SELLING=off what was bought before arrives, and can be changed and ended', async () => {
  const buyer = await app.signUp();
  const { sessionId } = await app.checkout(buyer, { plan: 'starter' });
  await app.pay(sessionId);
  const change = (body: object) => closed.as<{ subscription: object }>(buyer.cookie, '/api/payments/change', body);
  expect(await change({ plan: 'pro' })).toMatchObject({ subscription: { plan: 'pro' } });
  expect(await change({ kind: 'cancel_at_period_end' })).toMatchObject({ subscription: { cancelAtPeriodEnd: true } });
  expect((await closed.call('/api/payments/portal', post({}, buyer.cookie))).status).toBe(200);
});

test('SELLING=off is shown by health, plans and metrics', async () => {
  expect(await read('/api/health')).toMatchObject({ process: 'up', selling: 'off' });
  expect(await read('/api/payments/plans')).toMatchObject({ selling: false });
  expect(await read('/api/trpc/plans.list')).toMatchObject({ result: { data: { selling: false } } });
  expect(await (await closed.call('/metrics', authorized)).text()).toContain('billing_selling 0');
  expect(await (await app.call('/api/payments/plans')).json()).toMatchObject({ selling: true });
});
