import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, idOf, type Json, startBeta } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startBeta>>;
beforeEach(async () => {
  sandbox = await startBeta();
});
afterEach(() => sandbox.close());

/** Pays on the hosted page and returns the query that the seller receives. */
async function pay(body: Json) {
  const opened = await call(sandbox, 'POST /v1/checkouts', { success_url: 'https://shop.example/done?a=b', ...body });
  const card = { email: 'ann@example.com', number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
  const form = { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' } as const;
  const response = await fetch(String(opened.json.checkout_url), form);
  const { json } = await call(sandbox, `GET /v1/checkouts?checkout_id=${idOf(opened.json)}`);
  const location = new URL(response.headers.get('location') ?? '');
  return { json, location, query: Object.fromEntries(location.searchParams) };
}

function sign(text: string): string {
  return createHmac('sha256', 'creem_test_0123456789abcdef').update(text).digest('hex');
}

describe('the redirect after paying', () => {
  test('describes the purchase, signed with the API key over the sorted pairs', async () => {
    const { json, location, query } = await pay({ product_id: 'price_pro_month', request_id: 'req_1' });
    const [order, customer, subscription] = [json.order, json.customer, json.subscription].map(idOf);
    expect(location.origin + location.pathname).toBe('https://shop.example/done');
    const checkout = String(json.id);
    const pairs = `checkout_id=${checkout}&customer_id=${customer}&order_id=${order}&product_id=price_pro_month`;
    expect(query).toEqual({
      a: 'b',
      checkout_id: checkout,
      order_id: order,
      customer_id: customer,
      subscription_id: subscription,
      product_id: 'price_pro_month',
      request_id: 'req_1',
      signature: sign(`${pairs}&request_id=req_1&subscription_id=${subscription}`),
    });
  });

  test('omits absent values', async () => {
    const { json, query } = await pay({ product_id: 'price_pro_once' });
    expect(Object.keys(query).sort()).toEqual([
      ...['a', 'checkout_id', 'customer_id', 'order_id', 'product_id', 'signature'],
    ]);
    const [checkout, customer, order] = [json, json.customer, json.order].map(idOf);
    const pairs = `checkout_id=${checkout}&customer_id=${customer}&order_id=${order}&product_id=price_pro_once`;
    expect(query.signature).toBe(sign(pairs));
  });

  test('the hosted page has no link back', async () => {
    const { json } = await call(sandbox, 'POST /v1/checkouts', { product_id: 'price_pro_month' });
    expect(await (await fetch(String(json.checkout_url))).text()).not.toContain('class="back"');
  });
});
