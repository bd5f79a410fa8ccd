import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing.ts';
import { eventsOf, stripeFor, typesOf } from './testing.ts';

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = stripeFor(sandbox);
});
afterAll(() => sandbox.close());

const items = [{ price: 'price_pro_month' }];
const customerWith = async (card?: string) => {
  const { id } = await stripe.customers.create({
    email: 'ann@example.com',
    ...(card ? { invoice_settings: { default_payment_method: card } } : {}),
  });
  return id;
};

/** Makes a call and returns its answer and its events. */
async function told<T>(work: () => Promise<T>) {
  await sandbox.settle();
  const from = sandbox.received.length;
  const answer = await work();
  await sandbox.settle();
  return { answer, types: typesOf(sandbox, from), events: eventsOf(sandbox, from) };
}

/** The payment intent of a subscription's first invoice. */
async function intentOf({ latest_invoice }: Stripe.Subscription) {
  const { data } = await stripe.invoicePayments.list({ invoice: String(latest_invoice) });
  return String(data[0]?.payment.payment_intent);
}

describe('a subscription created by API', () => {
  test('is paid at once with a test payment method', async () => {
    const customer = await customerWith('pm_card_visa');
    const { answer, types } = await told(() => stripe.subscriptions.create({ customer, items }));
    expect(answer).toMatchObject({ status: 'active', customer });
    expect(types).toEqual(['customer.subscription.created', 'invoice.paid', 'invoice.payment_succeeded']);
  });

  test('without a card is refused, except in a trial', async () => {
    const customer = await customerWith();
    await expect(stripe.subscriptions.create({ customer, items })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    });
    const trial = await stripe.subscriptions.create({ customer, items, trial_period_days: 14 });
    expect(trial.status).toBe('trialing');
    expect((trial.trial_end ?? 0) - (trial.trial_start ?? 0)).toBe(14 * 86_400);
  });

  test('default_incomplete waits for its payment, which activates it', async () => {
    const customer = await customerWith();
    const { answer, types } = await told(() =>
      stripe.subscriptions.create({
        customer,
        items,
        payment_behavior: 'default_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
      }),
    );
    expect(answer.status).toBe('incomplete');
    const { confirmation_secret, status } = answer.latest_invoice as Stripe.Invoice;
    expect([status, confirmation_secret?.client_secret]).toEqual(['open', expect.stringContaining('_secret_')]);
    expect(types).toEqual(['customer.subscription.created']);
    const intent = await intentOf(await stripe.subscriptions.retrieve(answer.id));
    const paid = await told(() => stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' }));
    expect(paid.answer.status).toBe('succeeded');
    expect(paid.types).toEqual([
      'payment_method.attached',
      'customer.updated',
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    expect((await stripe.subscriptions.retrieve(answer.id)).status).toBe('active');
  });

  test('whose first payment fails is incomplete; a bad card is refused again, and it expires after 23 hours', async () => {
    const customer = await customerWith('pm_card_chargeCustomerFail');
    const { answer, types } = await told(() => stripe.subscriptions.create({ customer, items }));
    expect(answer.status).toBe('incomplete');
    expect(types).toEqual(['customer.subscription.created', 'invoice.payment_failed']);
    const again = stripe.paymentIntents.confirm(await intentOf(answer));
    await expect(again).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect((await stripe.subscriptions.retrieve(answer.id)).status).toBe('incomplete');
    await sandbox.control('POST', 'clock', { seconds: 23 * 3600 + 1 });
    expect((await stripe.subscriptions.retrieve(answer.id)).status).toBe('incomplete_expired');
    expect((await stripe.invoices.retrieve(String(answer.latest_invoice))).status).toBe('void');
  });

  test('error_if_incomplete leaves nothing if the payment fails', async () => {
    const customer = await customerWith('pm_card_chargeCustomerFail');
    const asked = { customer, items, payment_behavior: 'error_if_incomplete' } as const;
    const { types } = await told(() =>
      expect(stripe.subscriptions.create(asked)).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' }),
    );
    expect(types).toEqual([]);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  });

  test('that needs a confirmation waits until its owner confirms on the page', async () => {
    const customer = await customerWith('pm_card_authenticationRequired');
    const made = await told(() => stripe.subscriptions.create({ customer, items }));
    expect(made.types).toContain('invoice.payment_action_required');
    const intent = await intentOf(made.answer);
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('requires_action');
    const { hosted_invoice_url } = await stripe.invoices.retrieve(String(made.answer.latest_invoice));
    await fetch(`${hosted_invoice_url}/confirm`, { method: 'POST' });
    expect((await stripe.subscriptions.retrieve(made.answer.id)).status).toBe('active');
  });

  test('a declined card cannot be attached', async () => {
    const customer = await customerWith();
    const attached = stripe.paymentMethods.attach('pm_card_visa_chargeDeclinedInsufficientFunds', { customer });
    await expect(attached).rejects.toMatchObject({ statusCode: 402, decline_code: 'insufficient_funds' });
  });
});

test("a test clock renews its customer's subscriptions, and deletes the customer with it", async () => {
  const { now } = await sandbox.truth();
  const begun = Math.ceil(Date.parse(now) / 1000);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: begun, name: 'a quarter' });
  const { id: customer } = await stripe.customers.create({ test_clock: clock.id });
  await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const [card] = (await stripe.paymentMethods.list({ customer })).data;
  const running = await stripe.subscriptions.create({ customer, items, default_payment_method: card?.id ?? '' });
  expect(running.test_clock).toBe(clock.id);
  const advanced = await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: begun + 95 * 86_400 });
  expect(advanced).toMatchObject({ status: 'ready', frozen_time: begun + 95 * 86_400 });
  const { data } = await stripe.invoices.list({ customer });
  expect(data.map(({ billing_reason }) => billing_reason)).toEqual([
    ...Array.from({ length: 3 }, () => 'subscription_cycle'),
    'subscription_create',
  ]);
  const back = stripe.testHelpers.testClocks.create({ frozen_time: begun });
  await expect(back).rejects.toThrow("can't go back");
  await stripe.testHelpers.testClocks.del(clock.id);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  expect((await stripe.subscriptions.retrieve(running.id)).status).toBe('canceled');
});

describe('products and prices created by API', () => {
  const success_url = 'https://shop.example/';
  const checkout = (price: string) =>
    stripe.checkout.sessions.create({ mode: 'subscription', line_items: [{ price, quantity: 1 }], success_url });

  test('are on sale, also after a restart, until they are archived', async () => {
    const product = await stripe.products.create({ name: 'Team', metadata: { a: 'b' } });
    const facts = {
      product: product.id,
      currency: 'usd',
      unit_amount: 4900,
      recurring: { interval: 'month' },
    } as const;
    const price = await stripe.prices.create({ ...facts, lookup_key: 'team' });
    await sandbox.restart();
    stripe = stripeFor(sandbox);
    expect((await checkout(price.id)).amount_total).toBe(4900);
    expect((await stripe.prices.list({ product: product.id })).data.map(({ id }) => id)).toEqual([price.id]);
    expect(await stripe.products.retrieve(product.id)).toMatchObject({ name: 'Team', metadata: { a: 'b' } });
    await stripe.prices.update(price.id, { active: false });
    await expect(checkout(price.id)).rejects.toThrow('inactive');
  });

  test('a more expensive price takes over the lookup key; subscribers of the old one keep it', async () => {
    const customer = await customerWith('pm_card_visa');
    const old = await stripe.subscriptions.create({ customer, items });
    const rise = { product: 'prod_pro', currency: 'usd', unit_amount: 1490, recurring: { interval: 'month' } } as const;
    await expect(stripe.prices.create({ ...rise, lookup_key: 'pro_month' })).rejects.toThrow('already uses');
    const dearer = await stripe.prices.create({ ...rise, lookup_key: 'pro_month', transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ['pro_month'] });
    expect(data.map(({ id }) => id)).toEqual([dearer.id]);
    const kept = await stripe.subscriptions.retrieve(old.id);
    expect(kept.items.data[0]?.price).toMatchObject({ id: 'price_pro_month', unit_amount: 990, lookup_key: null });
  });
});
