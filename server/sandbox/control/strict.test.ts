import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ account: 'acct_mine', controlHosts: ['sandbox'] });
});
afterAll(() => sandbox.close());

test.each([
  ['clock', { day: 3 }],
  ['switches', { sed: 3 }],
  ['switches', { api: { mod: 'slow' } }],
  ['settle', { timeout: 1 }],
])('a misspelt key of %s %j is refused and changes nothing', async (path, body) => {
  const before = await sandbox.control<{ offsetMs: number; switches: object }>('GET', 'state');
  await expect(sandbox.control('POST', path, body)).rejects.toThrow(/400 .*Unknown key \w+: there are /);
  const after = await sandbox.control<{ offsetMs: number; switches: object }>('GET', 'state');
  expect([after.offsetMs, after.switches]).toEqual([before.offsetMs, before.switches]);
});

test('a body counts as JSON whatever its content type says', async () => {
  const headers = { 'x-sandbox': '1', 'content-type': 'application/x-www-form-urlencoded' };
  const moved = await fetch(`${sandbox.url}/_sandbox/clock`, { method: 'POST', headers, body: '{"days":3}' });
  const { now } = (await moved.json()) as { now: string };
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
});

test('a reset empties the books and sets clock and switches back; what it sells stays', async () => {
  await sandbox.control('POST', 'story', { customers: 5, days: 40, seed: 7 });
  await sandbox.control('POST', 'switches', { repeat: 0.5, account: 'acct_other' });
  const left = await sandbox.control('POST', 'reset', {});
  const none = { customers: 0, checkouts: 0, subscriptions: 0, invoices: 0, events: 0 };
  expect(left).toMatchObject({ offsetMs: 0, counts: none, pending: 0, switches: { repeat: 0 } });
  await sandbox.restart();
  expect(await sandbox.control('GET', 'state')).toMatchObject({ counts: none });
  const headers = { authorization: `Bearer ${sandbox.options.secretKey}` };
  const account = await fetch(`${sandbox.url}/v1/account`, { headers });
  expect(await account.json()).toMatchObject({ id: 'acct_mine' });
  const prices = (await (await fetch(`${sandbox.url}/v1/prices`, { headers })).json()) as { data: object[] };
  expect(prices.data).toHaveLength(sandbox.options.prices.length);
});
