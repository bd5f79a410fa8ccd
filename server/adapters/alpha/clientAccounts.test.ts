import { afterEach, describe, expect, it } from 'vitest';
import { closeAnswering, json, type Respond } from '../../testing/company/answering.ts';
import { until } from '../../testing/run/until.ts';
import { alpha } from './adapter.ts';
import { type Answers, company, refusal } from './fixtures/company.ts';

async function adapterWith(answers: Answers | Respond, secretKey = 'sk_test_hidden') {
  const { calls, address } = await company(answers);
  return { calls, adapter: alpha.create({ secretKey, webhookSecrets: [], apiUrl: address, prices: [] }) };
}

afterEach(closeAnswering);

describe('fetchCustomer', () => {
  it('distinguishes a live, a deleted and an unknown customer', async () => {
    const { adapter } = await adapterWith({
      'GET /v1/customers/cus_1': { id: 'cus_1', object: 'customer' },
      'GET /v1/customers/cus_2': { id: 'cus_2', object: 'customer', deleted: true },
      'GET /v1/customers/cus_4': refusal(403, { code: 'more_permissions_required' }),
    });
    expect(await adapter.fetchCustomer('cus_1')).toEqual({ deleted: false });
    expect(await adapter.fetchCustomer('cus_2')).toEqual({ deleted: true });
    expect(await adapter.fetchCustomer('cus_3')).toBeNull();
    await expect(adapter.fetchCustomer('cus_4')).rejects.toThrow('403');
    await expect(adapter.fetchCustomer('..')).rejects.toThrow('Not an identifier');
  });

  it('an unknown customer has no subscriptions', async () => {
    const gone = refusal(400, { code: 'resource_missing', param: 'customer' });
    const { adapter } = await adapterWith({ 'GET /v1/subscriptions': gone });
    expect(await adapter.listSubscriptions('cus_9')).toEqual({ items: [] });
    const odd = await adapterWith({ 'GET /v1/subscriptions': refusal(400, { code: 'parameter_invalid' }) });
    await expect(odd.adapter.listSubscriptions('cus_9')).rejects.toThrow('400');
  });
});

describe('fetchAccount', () => {
  const answers = { 'GET /v1/account': { id: 'acct_1', object: 'account' } };

  it.each([
    ['sk_live_1', 'live'],
    ['rk_test_1', 'test'],
    ['sk_org_live_1', 'live'],
    ['sk_sandbox_live_1', null],
  ])('%s: mode %s', async (secretKey, mode) => {
    const { adapter } = await adapterWith(answers, secretKey);
    expect(await adapter.fetchAccount()).toEqual({ account: 'acct_1', mode });
  });

  it('a restricted key may hide its account; a wrong key rejects', async () => {
    const restricted = await adapterWith({ 'GET /v1/account': refusal(403, { code: 'more_permissions_required' }) });
    expect(await restricted.adapter.fetchAccount()).toEqual({ account: null, mode: 'test' });
    const wrong = await adapterWith({ 'GET /v1/account': refusal(401, {}) });
    await expect(wrong.adapter.fetchAccount()).rejects.toMatchObject({ status: 401 });
  });
});

describe('a call', () => {
  it("ends at once with the caller's reason, even while another one continues", async () => {
    const stop = new AbortController();
    const answers: (() => void)[] = [];
    const { adapter } = await adapterWith(
      (response, request) => void answers.push(() => json({ id: 'cus_1' })(response, request)),
    );
    const stopped = adapter.fetchCustomer('cus_1', { signal: stop.signal });
    const other = adapter.fetchCustomer('cus_1');
    await until('both are under way', () => answers.length === 2);
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    for (const answer of answers) answer();
    expect(await other).toEqual({ deleted: false });
    await expect(adapter.listSubscriptions('cus_1', { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('with a refusal returns the wait', async () => {
    const { adapter } = await adapterWith((response, request) => {
      response.setHeader('retry-after', '7');
      refusal(429, { code: 'rate_limit' })(response, request);
    });
    await expect(adapter.listSubscriptions('cus_1')).rejects.toMatchObject({ status: 429, retryAfterMs: 7_000 });
  });
});
