import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestSandbox } from '../../testing.ts';
import { buy, call, type Json, problemOf, someone, startGamma } from './testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startGamma();
});
afterAll(() => sandbox.close());

const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const notFound = { error: 'ResourceNotFound', detail: 'Not found' };

const refused = (request: string, body?: object) => problemOf(sandbox, request, body);

describe('every call', () => {
  test.each([undefined, 'Bearer wrong', 'Basic x', 'Bearer '])(
    'is refused with authorization %s',
    async (authorization) => {
      const response = await fetch(`${sandbox.url}/v1/subscriptions/`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: 'invalid_token' });
    },
  );

  test('answers an unknown path, an unknown and a malformed id', async () => {
    expect(await call(sandbox, 'GET /v1/nothing')).toMatchObject({ status: 404, json: { error: 'ResourceNotFound' } });
    for (const kind of ['checkouts', 'subscriptions', 'customers', 'orders']) {
      expect(await call(sandbox, `GET /v1/${kind}/${UNKNOWN}`)).toMatchObject({ status: 404, json: notFound });
      expect(await refused(`GET /v1/${kind}/nonsense`)).toMatchObject({ type: 'uuid_parsing', loc: ['path', 'id'] });
    }
  });

  test("a collection's address without its slash redirects", async () => {
    const { status, headers } = await call(sandbox, 'GET /v1/subscriptions?page=1');
    expect(status).toBe(307);
    expect(headers.get('location')).toBe('/v1/subscriptions/?page=1');
  });

  test('refuses a body that is not JSON', async () => {
    const headers = { authorization: `Bearer ${sandbox.options.secretKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${sandbox.url}/v1/checkouts/`, { method: 'POST', headers, body: '{"products":' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: 'RequestValidationError',
      detail: [{ type: 'json_invalid' }],
    });
  });

  test("faults have the provider's format", async () => {
    await sandbox.control('POST', 'switches', { api: { mode: 'error429' } });
    const busy = await call(sandbox, 'GET /v1/subscriptions/');
    expect(busy).toMatchObject({ status: 429, json: { error: 'TooManyRequests' } });
    expect(busy.headers.get('retry-after')).toBe('1');
    await sandbox.control('POST', 'switches', { api: { mode: 'error500' } });
    expect(await call(sandbox, 'GET /v1/subscriptions/')).toMatchObject({
      status: 500,
      json: { error: 'InternalServerError' },
    });
    await sandbox.control('POST', 'switches', { api: { mode: 'ok' } });
  });
});

describe('customers and sessions', () => {
  test('a customer by either id, with its state', async () => {
    const person = someone();
    const { customerId, subscriptionId } = await buy(sandbox, person);
    for (const address of [customerId, `external/${person.external_customer_id}`]) {
      const { json } = await call(sandbox, `GET /v1/customers/${address}`);
      expect(json).toMatchObject({ id: customerId, external_id: person.external_customer_id });
      const state = await call(sandbox, `GET /v1/customers/${address}/state`);
      expect(state.json).toMatchObject({ id: customerId, active_subscriptions: [{ id: subscriptionId }] });
    }
    await call(sandbox, `DELETE /v1/subscriptions/${subscriptionId}`);
    const { json } = await call(sandbox, `GET /v1/customers/${customerId}/state`);
    expect(json.active_subscriptions).toEqual([]);
  });

  test('is created, changed and deleted; the external id is fixed and unique', async () => {
    const fields = { email: 'new@example.com', external_id: 'new', metadata: { userId: 'new' } };
    const { status, json } = await call(sandbox, 'POST /v1/customers/', fields);
    expect({ status, ...json }).toMatchObject({ status: 201, ...fields });
    const taken = { email: 'other@example.com', external_id: 'new' };
    expect(await refused('POST /v1/customers/', taken)).toMatchObject({ loc: ['body', 'external_id'] });
    expect(await refused('POST /v1/customers/', { email: 'NEW@example.com' })).toMatchObject({
      loc: ['body', 'email'],
    });
    expect(await refused('POST /v1/customers/', {})).toMatchObject({ type: 'missing', loc: ['body', 'email'] });
    const renamed = await call(sandbox, `PATCH /v1/customers/${String(json.id)}`, { external_id: 'new', name: 'Ann' });
    expect(renamed).toMatchObject({ status: 200, json: { name: 'Ann', metadata: { userId: 'new' } } });
    const other = { external_id: 'else' };
    expect(await refused('PATCH /v1/customers/external/new', other)).toMatchObject({ loc: ['body', 'external_id'] });
    expect((await call(sandbox, 'DELETE /v1/customers/external/new')).status).toBe(204);
    for (const request of ['GET /v1/customers/external/new', `DELETE /v1/customers/${String(json.id)}`]) {
      expect(await call(sandbox, request)).toMatchObject({ status: 404, json: notFound });
    }
  });

  test('a session opens the portal', async () => {
    const person = someone();
    const { customerId } = await buy(sandbox, person);
    const { external_customer_id } = person;
    for (const named of [{ customer_id: customerId }, { external_customer_id }]) {
      const body = { ...named, return_url: 'https://shop.example/billing' };
      const { status, json } = await call(sandbox, 'POST /v1/customer-sessions/', body);
      expect(status).toBe(201);
      expect(json).toMatchObject({
        customer_id: customerId,
        return_url: body.return_url,
        customer: { id: customerId },
      });
      expect((await fetch(String(json.customer_portal_url))).status).toBe(200);
    }
    const unknown = { external_customer_id: 'nobody' };
    expect(await refused('POST /v1/customer-sessions/', unknown)).toMatchObject({ msg: 'Customer does not exist.' });
  });
});

describe('subscriptions', () => {
  test('are listed by customer in pages, newest first, ended ones included', async () => {
    const person = someone();
    const bought = [await buy(sandbox, person), await buy(sandbox, person), await buy(sandbox, person)];
    const [oldest, middle, newest] = bought.map(({ subscriptionId }) => subscriptionId);
    await call(sandbox, `DELETE /v1/subscriptions/${middle}`);
    const list = async (query: string) => {
      const { json } = await call(sandbox, `GET /v1/subscriptions/?${query}`);
      return { ids: (json.items as Json[]).map(({ id }) => id), pagination: json.pagination };
    };
    const mine = `external_customer_id=${person.external_customer_id}`;
    expect(await list(`${mine}&limit=100`)).toEqual({
      ids: [newest, middle, oldest],
      pagination: { total_count: 3, max_page: 1 },
    });
    const two = { total_count: 3, max_page: 2 };
    expect(await list(`${mine}&limit=2&page=2`)).toEqual({ ids: [oldest], pagination: two });
    const { customerId = '' } = bought[0] ?? {};
    expect((await list(`customer_id=${customerId}&active=true`)).ids).toEqual([newest, oldest]);
    expect((await list(`customer_id=${customerId}&active=false`)).ids).toEqual([middle]);
    expect((await list('external_customer_id=nobody')).ids).toEqual([]);
    expect(await refused('GET /v1/subscriptions/?limit=101')).toMatchObject({ loc: ['query', 'limit'] });
  });

  test('refuse invalid changes', async () => {
    const { subscriptionId } = await buy(sandbox, someone());
    const request = `PATCH /v1/subscriptions/${subscriptionId}`;
    expect(await refused(request, {})).toMatchObject({ type: 'missing' });
    expect(await refused(request, { product_id: 'unknown' })).toMatchObject({ msg: 'Product does not exist.' });
    expect(await refused(request, { product_id: 'price_pro_once' })).toMatchObject({
      msg: 'Product is not recurring.',
    });
    expect(await refused(request, { product_id: 'price_yen' })).toMatchObject({ type: 'value_error' });
    expect(await refused(request, { trial_end: 'now' })).toMatchObject({ loc: ['body', 'trial_end'] });
    expect(await refused(request, { trial_end: '2001-01-01T00:00:00Z' })).toMatchObject({ loc: ['body', 'trial_end'] });
    expect(await refused(request, { revoke: false })).toMatchObject({ type: 'literal_error' });
    expect((await call(sandbox, request, { cancel_at_period_end: false })).status).toBe(400);
    expect((await call(sandbox, request, { resume: true })).status).toBe(400);
  });

  test('canceled ones refuse changes', async () => {
    const { subscriptionId } = await buy(sandbox, someone());
    const request = `PATCH /v1/subscriptions/${subscriptionId}`;
    const canceled = { status: 403, json: { error: 'AlreadyCanceledSubscription' } };
    await call(sandbox, request, { cancel_at_period_end: true });
    expect(await call(sandbox, request, { cancel_at_period_end: true })).toMatchObject(canceled);
    expect(await call(sandbox, request, { product_id: 'price_starter_month' })).toMatchObject(canceled);
    await call(sandbox, `DELETE /v1/subscriptions/${subscriptionId}`);
    expect(await call(sandbox, `DELETE /v1/subscriptions/${subscriptionId}`)).toMatchObject(canceled);
    expect((await call(sandbox, request, { cancel_at_period_end: false })).status).toBe(410);
  });
});

describe('orders and refunds', () => {
  test('an order is refunded up to its amount', async () => {
    const { customerId } = await buy(sandbox, { ...someone(), products: ['price_yen'] });
    const { json } = await call(sandbox, `GET /v1/orders/?customer_id=${customerId}`);
    const [order] = json.items as Json[];
    expect(order).toMatchObject({ status: 'paid', total_amount: 990, currency: 'jpy' });
    const refund = { order_id: order?.id, reason: 'customer_request', amount: 990 };
    for (const wrong of [{ amount: 991 }, { amount: 0 }, { reason: 'whim' }, { order_id: UNKNOWN }]) {
      expect(await refused('POST /v1/refunds/', { ...refund, ...wrong })).toMatchObject({
        loc: ['body', Object.keys(wrong)[0]],
      });
    }
    const made = await call(sandbox, 'POST /v1/refunds/', refund);
    expect(made).toMatchObject({ status: 201, json: { amount: 990, order_id: order?.id, customer_id: customerId } });
    const again = await call(sandbox, 'POST /v1/refunds/', refund);
    expect(again).toMatchObject({ status: 403, json: { error: 'RefundedAlready' } });
    const { json: after } = await call(sandbox, `GET /v1/orders/${String(order?.id)}`);
    expect(after).toMatchObject({ status: 'refunded', refunded_amount: 990, refundable_amount: 0 });
  });
});
