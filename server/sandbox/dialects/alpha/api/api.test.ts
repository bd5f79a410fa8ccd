import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../../testing.ts';
import { buy, eventsOf, stripeFor, typesOf } from '../testing.ts';

let sandbox: TestSandbox;
let stripe: Stripe;
beforeEach(async () => {
  sandbox = await startTestSandbox();
  stripe = stripeFor(sandbox);
});
afterEach(() => sandbox.close());

const session = { mode: 'subscription', success_url: 'https://shop.example/' } as const;
const line_items = [{ price: 'price_pro_month', quantity: 1 }];

async function itemOf(subscriptionId: string): Promise<string> {
  return (await stripe.subscriptions.retrieve(subscriptionId)).items.data[0]?.id ?? '';
}

describe('access and errors, as the official client receives them', () => {
  test('a wrong key is an authentication error, with a request id', async () => {
    const call = stripeFor(sandbox, 'sk_test_wrong').prices.retrieve('price_yen');
    await expect(call).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    await expect(call).rejects.toMatchObject({ statusCode: 401, requestId: expect.stringMatching(/^req_/) });
  });

  test.each([
    ['subscription', () => stripe.subscriptions.retrieve('sub_none')],
    ['customer', () => stripe.customers.retrieve('cus_none')],
    ['price', () => stripe.prices.retrieve('price_none')],
    ['checkout.session', () => stripe.checkout.sessions.retrieve('cs_none')],
  ])('an unknown %s gets 404 resource_missing', async (_kind, call) => {
    await expect(call()).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });

  test.each([
    ['an unknown parameter', { line_items, ui_mod: 'x' }, 'parameter_unknown'],
    ['a trial of 0 days', { line_items, subscription_data: { trial_period_days: 0 } }, 'parameter_invalid_integer'],
    ['no line items', {}, 'parameter_missing'],
    ['no web address', { line_items, success_url: 'javascript:1' }, 'url_invalid'],
    ['an unknown price', { line_items: [{ price: 'price_none', quantity: 1 }] }, 'resource_missing'],
    ['a one-time price', { line_items: [{ price: 'price_pro_once', quantity: 1 }] }, undefined],
    ['customer and e-mail', { line_items, customer: 'cus_1', customer_email: 'a@b.co' }, undefined],
  ])('a session with %s is refused', async (_case, fields, code) => {
    const call = stripe.checkout.sessions.create({ ...session, ...fields });
    await expect(call).rejects.toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', code });
    expect((await sandbox.control<{ counts: { checkouts: number } }>('GET', 'state')).counts.checkouts).toBe(0);
  });
});

describe('idempotency', () => {
  test('the same key returns the same session; with other parameters it is refused', async () => {
    const options = { idempotencyKey: 'key-1' };
    const first = await stripe.checkout.sessions.create({ ...session, line_items }, options);
    const again = await stripe.checkout.sessions.create({ ...session, line_items }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    const other = stripe.checkout.sessions.create({ ...session, line_items, client_reference_id: 'x' }, options);
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  test('a refused call does not use up its key, and a restart keeps the answers', async () => {
    const options = { idempotencyKey: 'key-2' };
    await expect(stripe.checkout.sessions.create({ ...session }, options)).rejects.toThrow();
    const first = await stripe.checkout.sessions.create({ ...session, line_items }, options);
    await sandbox.restart();
    expect((await stripeFor(sandbox).checkout.sessions.create({ ...session, line_items }, options)).id).toBe(first.id);
  });
});

describe('subscriptions', () => {
  test('the list omits canceled ones by default, and has pages', async () => {
    const { customerId, subscriptionId } = await buy(sandbox);
    for (const price of ['price_pro_month', 'price_starter_month']) await buy(sandbox, { customer: customerId, price });
    await stripe.subscriptions.cancel(subscriptionId);
    expect((await stripe.subscriptions.list({ customer: customerId })).data).toHaveLength(2);
    const first = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 2 });
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const after = first.data.at(-1)?.id;
    const rest = await stripe.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: 2,
      starting_after: after,
    });
    expect(rest.data.map(({ id }) => id)).toEqual([subscriptionId]);
    expect(rest.has_more).toBe(false);
  });

  test('a scheduled cancellation by the API sets both fields, and can be undone', async () => {
    const { subscriptionId } = await buy(sandbox);
    const scheduled = await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    expect(scheduled.cancel_at).toBe(scheduled.items.data[0]?.current_period_end);
    expect(scheduled.cancel_at_period_end).toBe(true);
    const kept = await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at: null, cancel_at_period_end: false, canceled_at: null });
  });

  test('canceling now ends it; afterwards nothing can be changed', async () => {
    const { subscriptionId } = await buy(sandbox);
    const from = sandbox.received.length;
    await expect(stripe.subscriptions.cancel(subscriptionId, { prorate: true })).rejects.toThrow('last bill');
    const ended = await stripe.subscriptions.cancel(subscriptionId);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
    await sandbox.settle();
    expect(typesOf(sandbox, from)).toEqual(['customer.subscription.deleted']);
    await expect(stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })).rejects.toThrow();
    await expect(stripe.subscriptions.cancel(subscriptionId)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test('another price: now with an invoice for the difference, by default on the next invoice', async () => {
    const { subscriptionId } = await buy(sandbox, { price: 'price_starter_month' });
    const items = [{ id: await itemOf(subscriptionId), price: 'price_pro_month' }];
    const from = sandbox.received.length;
    await stripe.subscriptions.update(subscriptionId, { items, proration_behavior: 'always_invoice' });
    await sandbox.settle();
    expect(typesOf(sandbox, from)).toEqual([
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    expect(eventsOf(sandbox, from)[1]?.data.object).toMatchObject({
      total: 500,
      billing_reason: 'subscription_update',
    });
    const seats = [{ id: items[0]?.id, quantity: 3 }];
    const changed = await stripe.subscriptions.update(subscriptionId, { items: seats });
    expect(changed.items.data[0]?.quantity).toBe(3);
    expect((await sandbox.truth()).invoices).toHaveLength(2);
    await sandbox.control('POST', `subscriptions/${subscriptionId}/renew`, {});
    expect((await sandbox.truth()).invoices.at(-1)?.amount).toBe(3 * 990 + 2 * 990);
  });

  test('a price with another interval begins a new period at once', async () => {
    const { subscriptionId } = await buy(sandbox);
    const items = [{ id: await itemOf(subscriptionId), price: 'price_pro_year' }];
    const { items: now } = await stripe.subscriptions.update(subscriptionId, { items });
    const [item] = now.data;
    expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThanOrEqual(365 * 86_400);
    expect((await sandbox.truth()).invoices.at(-1)).toMatchObject({ amount: 9900 - 990, status: 'paid' });
  });

  test('a trial ends on request; collection pauses; metadata is merged', async () => {
    const { subscriptionId } = await buy(sandbox, { trialDays: 30 });
    const active = await stripe.subscriptions.update(subscriptionId, { trial_end: 'now' });
    expect(active.status).toBe('active');
    const paused = await stripe.subscriptions.update(subscriptionId, { pause_collection: { behavior: 'void' } });
    expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior: 'void', resumes_at: null } });
    const resumed = await stripe.subscriptions.update(subscriptionId, {
      pause_collection: '',
      metadata: { plan: 'pro' },
    });
    expect(resumed).toMatchObject({ pause_collection: null, metadata: { userId: 'ann', plan: 'pro' } });
  });

  test('pause and resume', async () => {
    const { subscriptionId } = await buy(sandbox);
    const from = sandbox.received.length;
    const unpaid = { bill_for: { unused_time_from: { type: 'none' } } } as const;
    expect(await stripe.subscriptions.pause(subscriptionId, unpaid)).toMatchObject({ status: 'paused' });
    // By default no payment is attempted.
    expect(await stripe.subscriptions.resume(subscriptionId, {})).toMatchObject({ status: 'paused' });
    const paying = { payment_behavior: 'resume_on_payment_success' } as const;
    expect(await stripe.subscriptions.resume(subscriptionId, paying)).toMatchObject({ status: 'active' });
    await sandbox.settle();
    const types = typesOf(sandbox, from);
    expect(types).toContain('customer.subscription.paused');
    expect(types.slice(1)).toEqual(expect.arrayContaining(['invoice.paid', 'customer.subscription.resumed']));
    await stripe.subscriptionSchedules.create({ from_subscription: subscriptionId });
    await expect(stripe.subscriptions.pause(subscriptionId)).rejects.toThrow('attached schedule');
  });

  test('fields are expanded on request', async () => {
    const { subscriptionId, session: paid } = await buy(sandbox);
    const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
      expand: ['customer', 'latest_invoice'],
    });
    expect(subscription.customer).toMatchObject({ email: 'ann@example.com' });
    expect(subscription.latest_invoice).toMatchObject({ object: 'invoice', total: 990 });
    const withItems = await stripe.checkout.sessions.retrieve(paid.id, { expand: ['line_items'] });
    expect(withItems.line_items?.data[0]).toMatchObject({ quantity: 1, price: { id: 'price_pro_month' } });
  });
});

describe('customers, refunds, events', () => {
  test('a customer is created, changed, found, deleted; deletion ends the subscriptions first', async () => {
    const customer = await stripe.customers.create({ email: 'bea@example.com', metadata: { userId: 'bea' } });
    await stripe.customers.update(customer.id, { email: 'bea@new.example', metadata: { team: 'a' } });
    expect((await stripe.customers.list({ email: 'bea@new.example' })).data[0]).toMatchObject({
      id: customer.id,
      metadata: { userId: 'bea', team: 'a' },
    });
    await buy(sandbox, { customer: customer.id });
    const from = sandbox.received.length;
    expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
    await sandbox.settle();
    expect(typesOf(sandbox, from)).toEqual(['customer.subscription.deleted', 'customer.deleted']);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toThrow('No such customer');
  });

  test('a refund in part and then the rest, but no more', async () => {
    await buy(sandbox);
    const payment_intent = String((await sandbox.truth()).invoices[0]?.paymentId);
    const from = sandbox.received.length;
    await stripe.refunds.create({ payment_intent, amount: 200 });
    await stripe.refunds.create({ payment_intent });
    await expect(stripe.refunds.create({ payment_intent, amount: 1 })).rejects.toThrow('already been refunded');
    await sandbox.settle();
    expect(typesOf(sandbox, from)).toEqual(['charge.refunded', 'refund.created', 'charge.refunded', 'refund.created']);
    const charges = eventsOf(sandbox, from).filter(({ type }) => type === 'charge.refunded');
    expect(charges.map(({ data }) => [data.object.amount_refunded, data.object.refunded])).toEqual([
      [200, false],
      [990, true],
    ]);
  });

  test('the API lists the events that were sent', async () => {
    await buy(sandbox);
    const { data } = await stripe.events.list({ limit: 100 });
    expect(data.map(({ id }) => id).reverse()).toEqual(eventsOf(sandbox).map(({ id }) => id));
  });
});
