import { afterEach, describe, expect, it } from 'vitest';
import { answering, closeAnswering, json, type Respond } from '../testing/company/answering.ts';
import { until } from '../testing/run/until.ts';
import type { Adapter } from './adapter.ts';
import { beta } from './beta/adapter.ts';
import { gamma } from './gamma/adapter.ts';

afterEach(closeAnswering);

const byPath =
  (answers: Record<string, object>): Respond =>
  (response, request) => {
    const answer = answers[request.url ?? ''];
    json(answer ?? {}, answer ? 200 : 404)(response, request);
  };

const options = { secretKey: 'hidden', webhookSecrets: [], prices: [] };
const betaAt = async (respond: Respond) => beta.create({ ...options, apiUrl: (await answering(respond)).address });
const gammaAt = async (respond: Respond) => gamma.create({ ...options, apiUrl: (await answering(respond)).address });

describe('beta', () => {
  it('a deleted customer is unknown, and has no subscriptions', async () => {
    const adapter = await betaAt(byPath({ '/v1/customers?customer_id=cust+1': { id: 'cust 1' } }));
    expect(await adapter.fetchCustomer('cust 1')).toEqual({ deleted: false });
    expect(await adapter.fetchCustomer('cust_2')).toBeNull();
    expect(await adapter.listSubscriptions('cust_2')).toEqual({ items: [] });
  });

  it.each([
    ['prod', 'live'],
    ['test', 'test'],
    ['local', null],
    [undefined, null],
  ])('products of mode %s: %s', async (said, mode) => {
    const items = said ? [{ id: 'prod_1', mode: said }] : [];
    const adapter = await betaAt(byPath({ '/v1/products/search?page_number=1&page_size=1': { items } }));
    expect(await adapter.fetchAccount()).toEqual({ account: null, mode });
  });

  it('a wrong key rejects', async () => {
    const adapter = await betaAt((response) => response.writeHead(403).end('{}'));
    await expect(adapter.fetchAccount()).rejects.toMatchObject({ status: 403 });
  });
});

describe('gamma', () => {
  it('a deleted customer is unknown or marked as deleted', async () => {
    const adapter = await gammaAt(
      byPath({
        '/v1/customers/cus_1': { id: 'cus_1', deleted_at: null },
        '/v1/customers/cus_2': { id: 'cus_2', deleted_at: '2026-11-21T08:00:00Z' },
      }),
    );
    expect(await adapter.fetchCustomer('cus_1')).toEqual({ deleted: false });
    expect(await adapter.fetchCustomer('cus_2')).toEqual({ deleted: true });
    expect(await adapter.fetchCustomer('cus_3')).toBeNull();
    await expect(adapter.fetchCustomer('..')).rejects.toThrow('Not an identifier');
  });

  it('returns the organization of the token, if the token may read it', async () => {
    const adapter = await gammaAt(byPath({ '/v1/organizations/?limit=1': { items: [{ id: 'org_1' }] } }));
    expect(await adapter.fetchAccount()).toEqual({ account: 'org_1', mode: null });
    const narrow = await gammaAt((response) => response.writeHead(403).end('{}'));
    expect(await narrow.fetchAccount()).toEqual({ account: null, mode: null });
    const wrong = await gammaAt((response) => response.writeHead(401).end('{}'));
    await expect(wrong.fetchAccount()).rejects.toMatchObject({ status: 401 });
  });
});

type At = (respond: Respond) => Promise<Adapter>;

describe.each<[string, At]>([
  ['beta', betaAt],
  ['gamma', gammaAt],
])('a call of %s', (_name, at) => {
  it("ends at once with the caller's reason", async () => {
    let received = 0;
    const adapter = await at(() => void received++);
    const stop = new AbortController();
    const calls = [
      adapter.fetchSubscription('sub_1', { signal: stop.signal }),
      adapter.listSubscriptions('cus_1', { signal: stop.signal }),
      adapter.fetchCustomer('cus_1', { signal: stop.signal }),
      adapter.fetchCheckout('co_1', { signal: stop.signal }),
      adapter.fetchAccount({ signal: stop.signal }),
    ];
    await until('all are under way', () => received === calls.length);
    stop.abort(new Error('enough'));
    for (const ended of await Promise.allSettled(calls)) expect(ended).toMatchObject({ reason: { message: 'enough' } });
    await expect(adapter.fetchAccount({ signal: stop.signal })).rejects.toThrow('enough');
  });

  it.each([
    ['7', 7_000],
    ['soon', undefined],
  ])('with a refusal waits as Retry-After %s says', async (given, retryAfterMs) => {
    const adapter = await at((response) => response.writeHead(429, { 'retry-after': given }).end('{}'));
    await expect(adapter.listSubscriptions('cus_1')).rejects.toMatchObject({ status: 429, retryAfterMs });
  });
});
