import { request } from 'node:http';
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

/** As from another container, which knows this one by a name. */
function stateBy(host: string, accept: string): Promise<{ status: number; type: string; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${sandbox.url}/_sandbox/state`, { headers: { host, accept } }, async (answer) => {
      const { statusCode: status = 0, headers } = answer;
      resolve({ status, type: String(headers['content-type']), text: (await answer.toArray()).join('') });
    });
    asked.on('error', reject).end();
  });
}

test('it answers under a name that it was given; under others a program reads in JSON how to give it', async () => {
  expect((await stateBy('sandbox:4010', '*/*')).status).toBe(200);
  const program = await stateBy('billing:4010', '*/*');
  expect([program.status, program.type]).toEqual([403, expect.stringMatching(/^application\/json/)]);
  expect(JSON.parse(program.text)).toEqual({ error: expect.stringContaining('--control-host billing') });
  const browser = await stateBy('billing:4010', 'text/html,application/xhtml+xml,*/*;q=0.8');
  expect([browser.status, browser.type]).toEqual([403, expect.stringMatching(/^text\/html/)]);
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
