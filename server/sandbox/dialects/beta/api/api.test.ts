import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buy, call, eventsOf, type Json, startBeta, told } from '../testing.ts';

let sandbox: Awaited<ReturnType<typeof startBeta>>;
beforeEach(async () => {
  sandbox = await startBeta();
});
afterEach(() => sandbox.close());

const get = (path: string) => call(sandbox, `GET /v1/${path}`);
const pages = (total_records: number, total_pages: number, current_page: number) => ({
  total_records,
  total_pages,
  current_page,
  next_page: current_page < total_pages ? current_page + 1 : null,
  prev_page: current_page > 1 ? current_page - 1 : null,
});

describe('errors', () => {
  const shape = { trace_id: expect.stringMatching(/^[\da-f-]{36}$/), timestamp: expect.any(Number) };

  test.each([undefined, 'creem_wrong'])('the key %s gets 403', async (key) => {
    const headers = key === undefined ? undefined : { 'x-api-key': key };
    const response = await fetch(`${sandbox.url}/v1/checkouts?checkout_id=ch_1`, { headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ ...shape, status: 403, error: 'Forbidden' });
  });

  test.each([
    'GET /v1/checkouts?checkout_id=ch_1',
    'GET /v1/subscriptions?subscription_id=sub_1',
    'GET /v1/customers?email=nobody@example.com',
    'GET /v1/customers/cust_1/subscriptions',
    'GET /v1/transactions?transaction_id=tran_1',
    'POST /v1/subscriptions/sub_1/resume',
    'GET /v1/nothing',
  ])('%s gets 404', async (request) => {
    const { status, json } = await call(sandbox, request);
    expect(status).toBe(404);
    expect(json).toEqual({ ...shape, status: 404, error: 'Not Found', message: [expect.any(String)] });
  });

  test.each([
    ['no product', {}, "The 'product_id' field is required."],
    ['a cancel address', { product_id: 'p', cancel_url: 'https://x.example' }, 'property cancel_url should not exist'],
    ['half a seat', { product_id: 'price_pro_month', units: 1.5 }, 'units must be an integer'],
    ['an address of ours', { product_id: 'price_pro_month', success_url: '/done' }, 'success_url must be a URL'],
    ['nested metadata', { product_id: 'price_pro_month', metadata: { a: {} } }, 'metadata.a must be'],
    ['two customers', { product_id: 'price_pro_month', customer: { id: 'c', email: 'e' } }, 'not both'],
  ])('a checkout with %s gets 400', async (_case, body, message) => {
    const { status, json } = await call(sandbox, 'POST /v1/checkouts', body);
    expect(status).toBe(400);
    expect(json.message).toEqual([expect.stringContaining(message)]);
  });

  test('a body that is not JSON, or not an object, gets 400', async () => {
    const headers = { 'x-api-key': sandbox.options.secretKey, 'content-type': 'application/json' };
    for (const body of ['{', '[]']) {
      expect((await fetch(`${sandbox.url}/v1/checkouts`, { method: 'POST', headers, body })).status).toBe(400);
    }
  });

  test.each([
    ['error429', 429, 'Too Many Requests'],
    ['error500', 500, 'Internal Server Error'],
  ])("the fault %s has this provider's format", async (mode, status, error) => {
    await sandbox.control('POST', 'switches', { api: { mode } });
    expect(await get('checkouts?checkout_id=ch_1')).toEqual({ status, json: { ...shape, status, error } });
  });
});

describe('checkouts', () => {
  test('is pending with an address, then completed with its results, as in the webhook', async () => {
    const { json } = await call(sandbox, 'POST /v1/checkouts', { product_id: 'price_pro_month' });
    expect(json).toMatchObject({ object: 'checkout', status: 'pending', mode: 'test', units: 1 });
    expect((await fetch(String(json.checkout_url))).status).toBe(200);
    const { checkout } = await buy(sandbox);
    const { checkout_url: _address, success_url: _done, ...told } = checkout;
    expect(told).toEqual(eventsOf(sandbox)[0]?.object);
  });

  test('expires after a day, without a webhook', async () => {
    const { json } = await call(sandbox, 'POST /v1/checkouts', { product_id: 'price_pro_month' });
    expect(await told(sandbox, () => sandbox.control('POST', 'clock', { days: 2 }))).toEqual([]);
    expect((await get(`checkouts?checkout_id=${String(json.id)}`)).json.status).toBe('expired');
  });

  test("accepts a known customer's id", async () => {
    const { customerId } = await buy(sandbox);
    const body = { product_id: 'price_pro_once', customer: { id: customerId } };
    const { json } = await call(sandbox, 'POST /v1/checkouts', body);
    const pay = () => sandbox.control('POST', `checkouts/${String(json.id)}/pay`, {});
    expect((await told(sandbox, pay))[0]?.object.customer).toMatchObject({ id: customerId });
    expect((await call(sandbox, 'POST /v1/checkouts', { ...body, customer: { id: 'cust_0' } })).status).toBe(404);
  });
});

describe('customers', () => {
  test('there is one for each address, created by a purchase or a call', async () => {
    const { customerId } = await buy(sandbox, { product: 'price_pro_once' });
    expect((await buy(sandbox, { email: 'ANN@example.com' })).customerId).toBe(customerId);
    expect((await get('customers?email=ann@example.com')).json.id).toBe(customerId);
    const body = { email: 'ben@example.com', name: 'Ben', external_id: 'ben', metadata: { userId: 'ben' } };
    const { json } = await call(sandbox, 'POST /v1/customers', body);
    expect(json).toMatchObject({ ...body, object: 'customer' });
    expect((await get(`customers?customer_id=${String(json.id)}`)).json).toEqual(json);
    expect((await call(sandbox, 'POST /v1/customers', body)).status).toBe(400);
  });

  test('the portal cancels and keeps a plan, but has no other plans and no link back', async () => {
    const { customerId } = await buy(sandbox);
    const { json } = await call(sandbox, 'POST /v1/customers/billing', { customer_id: customerId });
    expect(Object.keys(json)).toEqual(['customer_portal_link']);
    const page = await (await fetch(String(json.customer_portal_link))).text();
    expect(page).toContain('Cancel plan');
    expect(page).not.toContain('Switch plan');
    expect(page).not.toContain('class="back"');
    expect((await call(sandbox, 'POST /v1/customers/billing', { customer_id: 'cust_0' })).status).toBe(404);
  });
});

describe('lists', () => {
  test("a customer's subscriptions, newest first, in pages", async () => {
    const bought = [await buy(sandbox), await buy(sandbox), await buy(sandbox)];
    const path = `customers/${bought[0]?.customerId}/subscriptions`;
    const ids = ({ items }: Json) => (items as Json[]).map(({ id }) => id);
    const first = (await get(`${path}?page_number=1&page_size=2`)).json;
    expect(ids(first)).toEqual([bought[2]?.subscriptionId, bought[1]?.subscriptionId]);
    expect(first.pagination).toEqual(pages(3, 2, 1));
    const second = (await get(`${path}?page_number=2&page_size=2`)).json;
    expect(ids(second)).toEqual([bought[0]?.subscriptionId]);
    expect(second.pagination).toEqual(pages(3, 2, 2));
    expect((await get(`${path}?page_size=0`)).status).toBe(400);
  });

  test('transactions of a customer and of an order; a trial has none', async () => {
    await buy(sandbox, { product: 'price_starter_month', email: 'ben@example.com' });
    const { customerId, checkout } = await buy(sandbox);
    const found = (await get(`transactions/search?customer_id=${customerId}`)).json;
    expect(found).toMatchObject({ items: [{ object: 'transaction', type: 'invoice', amount_paid: 990 }] });
    const order = String((checkout.order as Json).id);
    expect((await get(`transactions/search?order_id=${order}`)).json).toEqual(found);
    const [{ id } = { id: '' }] = found.items as Json[];
    expect((await get(`transactions?transaction_id=${String(id)}`)).json.id).toBe(id);
    expect((await get('transactions/search')).json.pagination).toEqual(pages(1, 1, 1));
  });
});

test('the list of transactions says the same of a disputed charge as the webhook, and of a won one as before', async () => {
  const { customerId } = await buy(sandbox);
  const listed = async () =>
    ((await call(sandbox, `GET /v1/transactions/search?customer_id=${customerId}`)).json.items as Json[])[0];
  const before = await listed();
  const [invoice] = (await sandbox.truth()).invoices;
  const [opened] = await told(sandbox, () => sandbox.control('POST', 'disputes', { invoiceId: invoice?.id }));
  const webhook = (opened?.object ?? {}) as Json;
  const disputed = await listed();
  expect(disputed).toMatchObject({ status: 'chargeback', refunded_amount: 990 });
  expect(webhook.transaction).toEqual(disputed);
  await sandbox.control('POST', `disputes/${String(webhook.id)}/win`, {});
  expect(await listed()).toEqual(before);
});

describe('refunds', () => {
  test('the API call refunds everything, the control API a part; each webhook has all related objects', async () => {
    const { checkout, subscriptionId } = await buy(sandbox);
    const [invoice] = (await sandbox.truth()).invoices;
    const part = () => sandbox.control('POST', 'refund', { invoiceId: invoice?.id, amount: 400 });
    const [first] = await told(sandbox, part);
    expect(first).toMatchObject({
      eventType: 'refund.created',
      object: {
        refund_amount: 400,
        refund_currency: 'USD',
        transaction: { status: 'partialRefund', refunded_amount: 400 },
        subscription: { id: subscriptionId, status: 'active' },
        checkout: { id: checkout.id, metadata: { userId: 'ann' } },
        order: { id: (checkout.order as Json).id },
      },
    });
    const refund = () => call(sandbox, 'POST /v1/refunds', { transaction_id: invoice?.paymentId });
    const [second] = await told(sandbox, refund);
    expect(second?.object).toMatchObject({ refund_amount: 590, transaction: { status: 'refunded' } });
    expect((await refund()).status).toBe(400);
  });
});

test('a product keeps its description', async () => {
  const given = { name: 'Team', description: 'For five', price: 900, currency: 'USD' };
  const body = { ...given, billing_type: 'recurring', billing_period: 'every-month' };
  expect((await call(sandbox, 'POST /v1/products', body)).json).toMatchObject(given);
});
