import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fact } from '../facts.ts';
import { startTestSandbox, type TestSandbox } from '../testing.ts';
import type { ApiCall } from './calls.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox({ tickMs: 25 });
});
afterEach(() => sandbox.close());

const at = Date.now();

function bought(name: string): Fact {
  return {
    id: '',
    type: 'subscription.updated',
    at,
    customer: { id: `cus_${name}`, email: `${name}@example.com` },
    price: { id: 'price_pro_month', plan: 'pro', label: 'Pro', interval: 'month', amount: 990, currency: 'usd' },
    subscription: { id: `sub_${name}`, status: 'active', periodStart: at, periodEnd: at + 30 * 86_400_000 },
  };
}

async function get(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${sandbox.options.secretKey}` };
  const response = await fetch(sandbox.url + path, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const listOf = (name: string) => get(`/v1/subscriptions?customer=cus_${name}`);
const api = (fault: object) => sandbox.control('POST', 'switches', { api: fault });
const calls = async () => (await sandbox.control<{ calls: ApiCall[] }>('GET', 'calls')).calls;

test('20,000 subscriptions are written in one call, without webhooks, and can be forgotten', async () => {
  const facts = Array.from({ length: 20_000 }, (_, n) => bought(`${n}`));
  expect(await sandbox.control('POST', 'facts', facts)).toEqual({ facts: 20_000 });
  expect((await listOf('7')).body.data).toMatchObject([{ id: 'sub_7', status: 'active' }]);
  await sandbox.control('POST', 'forget', { customers: ['cus_7'], subscriptions: ['sub_7', 'sub_8'] });
  expect((await listOf('7')).status).toBe(400);
  expect((await get('/v1/customers/cus_7')).status).toBe(404);
  expect((await listOf('8')).body.data).toEqual([]);
  expect(sandbox.received).toEqual([]);
}, 60_000);

test('a list with one invalid fact writes nothing', async () => {
  const facts = [bought('a'), { type: 'a rumour' }];
  await expect(sandbox.control('POST', 'facts', facts)).rejects.toThrow('400');
  expect((await sandbox.truth()).subscriptions).toEqual([]);
});

test('an existing customer stays unchanged, unless deleted', async () => {
  await sandbox.control('POST', 'facts', bought('a'));
  const named = { ...bought('a'), customer: { id: 'cus_a', email: 'other@example.com' } };
  await sandbox.control('POST', 'facts', named);
  expect((await get('/v1/customers/cus_a')).body).toMatchObject({ email: 'a@example.com' });
  await sandbox.control('POST', 'facts', { ...named, type: 'customer.deleted' });
  expect((await get('/v1/customers/cus_a')).body).toEqual({ id: 'cus_a', object: 'customer', deleted: true });
});

describe('the API', () => {
  beforeEach(() => sandbox.control('POST', 'facts', ['a', 'b'].map(bought)));

  test('gives the configured answer, for one customer only, after so many calls', async () => {
    await api({ mode: 'answer', only: 'customer=cus_a', after: 1, status: 418, body: { said: '{n}' } });
    expect((await listOf('a')).status).toBe(200);
    expect(await listOf('a')).toEqual({ status: 418, body: { said: '1' } });
    expect(await listOf('a')).toEqual({ status: 418, body: { said: '2' } });
    expect((await listOf('b')).status).toBe(200);
    expect((await calls()).map(({ status }) => status)).toEqual([200, 418, 418, 200]);
    await sandbox.control('DELETE', 'calls');
    expect(await calls()).toEqual([]);
  });

  test('several faults at a time: a call meets the first that hits it', async () => {
    const also = [
      { mode: 'answer', only: 'customer=cus_a', after: 1, status: 418, body: 1 },
      { mode: 'answer', only: '/v1/account', status: 419, body: 2 },
    ];
    const set = { api: { mode: 'answer', only: 'customer=cus_b', status: 420, body: 3 }, also };
    expect(await sandbox.control('POST', 'switches', set)).toMatchObject({ api: { status: 420 }, also: [{}, {}] });
    const statuses = async () =>
      [await listOf('a'), await listOf('b'), await get('/v1/account')].map((it) => it.status);
    expect(await statuses()).toEqual([200, 420, 419]);
    expect(await statuses()).toEqual([418, 420, 419]);
    await expect(sandbox.control('POST', 'switches', { also: [{ mod: 'slow' }] })).rejects.toThrow('Unknown key mod');
    await expect(sandbox.control('POST', 'switches', { also: { mode: 'slow' } })).rejects.toThrow(
      'also must be a list',
    );
    await sandbox.control('POST', 'switches', { reset: true });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  test('holds a request, and answers with the current state once it is released', async () => {
    await api({ mode: 'hold' });
    const held = listOf('a');
    await expect.poll(calls).toMatchObject([{ path: '/v1/subscriptions?customer=cus_a', status: null, endedAt: null }]);
    await sandbox.control('POST', 'forget', { subscriptions: ['sub_a'] });
    await api({ mode: 'ok' });
    expect((await held).body.data).toEqual([]);
    await expect.poll(calls).toMatchObject([{ status: 200, endedAt: expect.any(Number) }]);
  });

  test("reports another account as the key's owner", async () => {
    await sandbox.control('POST', 'switches', { account: 'acct_2' });
    expect((await get('/v1/account')).body).toMatchObject({ id: 'acct_2' });
    await sandbox.control('POST', 'switches', { reset: true });
    expect((await get('/v1/account')).body).toMatchObject({ id: 'acct_sandbox' });
  });
});

test('with the switch `still` nothing renews by itself', async () => {
  await sandbox.control('POST', 'switches', { still: true });
  const over = bought('over');
  const subscription = { ...over.subscription, periodStart: at - 40 * 86_400_000, periodEnd: at - 10 * 86_400_000 };
  await sandbox.control('POST', 'facts', { ...over, subscription });
  const { truth } = sandbox;
  const { currentPeriodEnd } = (await truth()).subscriptions[0] ?? {};
  // Long enough for several checks for due actions.
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect((await truth()).subscriptions).toMatchObject([{ currentPeriodEnd }]);
  await sandbox.control('POST', 'switches', { still: false });
  await expect.poll(async () => (await truth()).subscriptions).not.toMatchObject([{ currentPeriodEnd }]);
}, 30_000);
