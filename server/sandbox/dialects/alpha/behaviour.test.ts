import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing.ts';
import { buy, stripeFor, typesOf } from './testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const monthly = [{ price: 'price_pro_month', quantity: 1 }];
const back = 'https://shop.example/';
const raw = (path: string, headers: Record<string, string>) => fetch(`${sandbox.url}${path}`, { headers });
const key = () => sandbox.options.secretKey;

describe('one API version', () => {
  test('is in every answer, errors included', async () => {
    const authorization = `Bearer ${key()}`;
    for (const path of ['/v1/prices', '/v1/nothing']) {
      const { headers } = await raw(path, { authorization });
      expect(headers.get('stripe-version')).toBe('2026-10-28.endive');
      expect(headers.get('x-sandbox-speaks')).toBe('Stripe 2026-10-28.endive');
    }
  });

  test('another version is answered in the one shape, and a header says so; strict: it is refused', async () => {
    const headers = { authorization: `Bearer ${key()}`, 'stripe-version': '2023-10-16' };
    const answer = await raw('/v1/prices', headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-sandbox-note')).toMatch(/2026-10-28\.endive.*2023-10-16/);
    const strict = await startTestSandbox({ strictVersion: true });
    const refused = await fetch(`${strict.url}/v1/prices`, { headers });
    await strict.close();
    expect(refused.status).toBe(400);
    const { error } = (await refused.json()) as { error: { message: string } };
    expect(error.message).toMatch(/2026-10-28\.endive.*2023-10-16/);
  });

  test('HTTP Basic is accepted, with the key as the user name', async () => {
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    expect((await raw('/v1/prices', basic(`${key()}:`))).status).toBe(200);
    expect((await raw('/v1/prices', basic('sk_other:'))).status).toBe(401);
  });
});

test('thin events name the object without its content, which can be fetched', async () => {
  await sandbox.control('POST', 'switches', { payload: 'thin' });
  const from = sandbox.received.length;
  const { subscriptionId } = await buy(sandbox, { userId: 'thin' });
  const bodies = sandbox.received.slice(from).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  await sandbox.control('POST', 'switches', { payload: 'snapshot' });
  const created = bodies.find(({ type }) => type === 'v1.customer.subscription.created');
  expect(created).toMatchObject({
    object: 'v2.core.event',
    related_object: { id: subscriptionId, type: 'subscription', url: `/v1/subscriptions/${subscriptionId}` },
  });
  expect(created).not.toHaveProperty('data');
  const shown = await stripeFor(sandbox).events.retrieve(String(created?.id));
  expect(shown).toMatchObject({ object: 'event', data: { object: { id: subscriptionId } } });
  const newer = await stripeFor(sandbox).v2.core.events.retrieve(String(created?.id));
  expect(newer).toMatchObject({ ...created, snapshot_event: shown.id });
  await expect(stripeFor(sandbox).v2.core.events.retrieve('evt_unknown')).rejects.toMatchObject({ statusCode: 404 });
});

describe('the published test cards', () => {
  test.each([
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4000000000009987', 'lost_card'],
  ])('%s fails a renewal with %s', async (number, code) => {
    const { subscriptionId, customerId } = await buy(sandbox, { userId: `card${number}` });
    await sandbox.control('POST', 'card', { customerId, number });
    await sandbox.control('POST', `subscriptions/${subscriptionId}/renew`, {});
    const stripe = stripeFor(sandbox);
    const { data } = await stripe.paymentIntents.list({ customer: customerId, limit: 1 });
    const { code: said, decline_code } = data[0]?.last_payment_error ?? {};
    expect(decline_code ?? said).toBe(code);
    const { data: charges } = await stripe.charges.list({ customer: customerId, limit: 1 });
    expect(charges[0]).toMatchObject({ status: 'failed', failure_code: said });
    const [open] = (await stripe.invoices.list({ customer: customerId, status: 'open' })).data;
    await expect(stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ statusCode: 402, code: said });
  });
});

describe('a trial without a card', () => {
  async function bare(missing_payment_method: 'cancel' | 'pause' | 'create_invoice') {
    const stripe = stripeFor(sandbox);
    const end_behavior = { missing_payment_method };
    const { id } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: monthly,
      customer_email: `${missing_payment_method}@example.com`,
      payment_method_collection: 'if_required',
      subscription_data: { trial_period_days: 7, trial_settings: { end_behavior } },
      success_url: back,
    });
    await sandbox.control('POST', `checkouts/${id}/pay`, { number: 'none' });
    const { subscription } = await stripe.checkout.sessions.retrieve(id);
    await sandbox.control('POST', 'clock', { days: 8 });
    return stripe.subscriptions.retrieve(String(subscription));
  }

  test.each([
    ['cancel', 'canceled'],
    ['pause', 'paused'],
    ['create_invoice', 'past_due'],
  ] as const)('%s: ends %s', async (missing, status) => {
    expect((await bare(missing)).status).toBe(status);
  });

  test('another checkout requires one', async () => {
    const { id } = await stripeFor(sandbox).checkout.sessions.create({
      mode: 'subscription',
      line_items: monthly,
      success_url: back,
    });
    await expect(sandbox.control('POST', `checkouts/${id}/pay`, { number: 'none' })).rejects.toThrow('needs a card');
  });
});

describe('discounts', () => {
  test('reduce every invoice for as long as they last', async () => {
    const stripe = stripeFor(sandbox);
    const { id } = await stripe.coupons.create({ percent_off: 33, duration: 'repeating', duration_in_months: 2 });
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: monthly,
      customer_email: 'coupon@example.com',
      discounts: [{ coupon: id }],
      success_url: back,
    });
    expect(session).toMatchObject({ amount_subtotal: 990, amount_total: 663 });
    await sandbox.control('POST', `checkouts/${session.id}/pay`);
    await sandbox.control('POST', 'clock', { months: 3 });
    const { customer } = await stripe.checkout.sessions.retrieve(session.id);
    const { data } = await stripe.invoices.list({ customer: String(customer) });
    expect(data.map(({ amount_paid }) => amount_paid).reverse()).toEqual([663, 663, 990, 990]);
    expect(await stripe.coupons.retrieve(id)).toMatchObject({ times_redeemed: 1 });
  });
});

test('a preview equals what the change then costs, and changes nothing', async () => {
  const stripe = stripeFor(sandbox);
  const { subscriptionId } = await buy(sandbox, { userId: 'preview' });
  await sandbox.control('POST', 'clock', { days: 11, seconds: 3_601 });
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  const change = [{ id: items.data[0]?.id, quantity: 3 }];
  const proration_behavior = 'always_invoice' as const;
  const proration_date = items.data[0]?.current_period_start ?? 0;
  const asked = { subscription: subscriptionId, subscription_details: { items: change, proration_behavior } };
  const preview = await stripe.invoices.createPreview(asked);
  const changed = await stripe.subscriptions.update(subscriptionId, { items: change, proration_behavior });
  const invoice = await stripe.invoices.retrieve(String(changed.latest_invoice));
  expect(Math.abs(invoice.amount_due - preview.amount_due)).toBeLessThanOrEqual(1);
  const whole = { ...asked, subscription_details: { ...asked.subscription_details, proration_date } };
  expect((await stripe.invoices.createPreview(whole)).amount_due).toBe(0);
});

test('twenty simultaneous calls with one idempotency key create one customer', async () => {
  const stripe = stripeFor(sandbox);
  const made = await Promise.all(
    Array.from({ length: 20 }, () => stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'once-and-only' })),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect((await stripe.customers.search({ query: "name:'Once'" })).data).toHaveLength(1);
});

describe('a search', () => {
  const ask = (query: string) => stripeFor(sandbox).customers.search({ query });

  test('knows not, and, or, parts of texts, times and missing keys', async () => {
    const stripe = stripeFor(sandbox);
    const kinds = [{ kind: 'organization' }, { kind: 'person' }, {}] as { kind?: string }[];
    for (const [index, metadata] of kinds.entries())
      await stripe.customers.create({ email: 'seeker@example.com', name: `Seeker AND ${index}`, metadata });
    const found = async (query: string) => (await ask(query)).data.map(({ name }) => name?.at(-1)).toSorted();
    const seeker = 'email:"seeker@example.com"';
    expect(await found(`${seeker} AND -metadata["kind"]:"organization"`)).toEqual(['1', '2']);
    expect(await found(`metadata['kind']:'organization' OR metadata['kind']:'person'`)).toEqual(['0', '1']);
    expect(await found(`${seeker} AND metadata["kind"]:null`)).toEqual(['2']);
    expect(await found(`name~"eeker and 1" AND created>1`)).toEqual(['1']);
    expect(await found(`${seeker} AND created>4000000000`)).toEqual([]);
  });

  test('also finds prices, products, invoices and payments', async () => {
    const stripe = stripeFor(sandbox);
    const [price] = (await stripe.prices.list({ limit: 1 })).data;
    const { data } = await stripe.prices.search({ query: `product:"${price?.product}" AND active:"true"` });
    expect(data.map(({ id }) => id)).toContain(price?.id);
    expect((await stripe.products.search({ query: 'name:"no such product"' })).data).toEqual([]);
    for (const kind of ['invoices', 'charges', 'paymentIntents'] as const)
      await expect(stripe[kind].search({ query: 'created>1' })).resolves.toMatchObject({ object: 'search_result' });
  });

  test.each([
    'email',
    "email>'ann'",
    "nonsense:'x'",
    "email:'a' AND name:'b' OR name:'c'",
    "email:'a' name:'b'",
    'email:null',
  ])('refuses %s', async (query) => {
    await expect(ask(query)).rejects.toThrow('unable to parse');
  });
});

test('a rate limit answers 429 with its headers, and ends', async () => {
  await sandbox.control('POST', 'switches', { limit: { calls: 2, seconds: 1 } });
  const authorization = `Bearer ${key()}`;
  const answers = [];
  for (let index = 0; index < 3; index += 1) answers.push(await raw('/v1/prices', { authorization }));
  await sandbox.control('POST', 'switches', { limit: { calls: 0, seconds: 1 } });
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[2]?.headers.get('retry-after')).toBe('1');
  expect(answers[2]?.headers.get('stripe-rate-limited-reason')).toBe('global-rate');
  expect((await raw('/v1/prices', { authorization })).status).toBe(200);
});

describe('lists', () => {
  test('have pages in both directions', async () => {
    const stripe = stripeFor(sandbox);
    const all = (await stripe.prices.list({ limit: 100 })).data.map(({ id }) => id);
    const first = await stripe.prices.list({ limit: 2 });
    expect(first.has_more).toBe(true);
    const second = await stripe.prices.list({ limit: 2, starting_after: all[1] });
    expect(second.data.map(({ id }) => id)).toEqual(all.slice(2, 4));
    const before = await stripe.prices.list({ limit: 2, ending_before: all[2] });
    expect(before.data.map(({ id }) => id)).toEqual(all.slice(0, 2));
  });

  test('refuse an unsupported filter instead of ignoring it', async () => {
    const stripe = stripeFor(sandbox);
    await expect(stripe.events.list({ delivery_success: false })).rejects.toThrow('delivery_success');
  });

  test('omit what happened before a time', async () => {
    const { data } = await stripeFor(sandbox).events.list({ created: { gt: 4_000_000_000 } });
    expect(data).toEqual([]);
  });
});

test('only the selected events are sent', async () => {
  const stripe = stripeFor(sandbox);
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['invoice.paid'] });
  const from = sandbox.received.length;
  await buy(sandbox, { userId: 'chosen' });
  expect(typesOf(sandbox, from)).toEqual(['invoice.paid']);
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['*'] });
});
