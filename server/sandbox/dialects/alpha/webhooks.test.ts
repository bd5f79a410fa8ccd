import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing.ts';
import { buy, eventsOf, stripeFor, typesOf } from './testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

describe('signatures', () => {
  test("the provider's own package accepts every delivery, and only with the right secret", async () => {
    await buy(sandbox);
    expect(sandbox.received.length).toBeGreaterThan(0);
    for (const { headers, body } of sandbox.received) {
      const signature = String(headers['alpha-signature']);
      const event = new Stripe('sk_test').webhooks.constructEvent(body, signature, sandbox.options.webhookSecret);
      expect(event.id).toMatch(/^evt_/);
      expect(() => new Stripe('sk_test').webhooks.constructEvent(body, signature, 'whsec_another')).toThrow();
    }
  });

  test("the timestamp is the real time, however far the sandbox's clock is moved", async () => {
    await buy(sandbox);
    await sandbox.control('POST', 'clock', { months: 30 });
    await sandbox.settle();
    const last = sandbox.received.at(-1);
    const stamp = Number(/t=(\d+)/.exec(String(last?.headers['alpha-signature']))?.[1]);
    expect(Math.abs(stamp - Date.now() / 1000)).toBeLessThan(20);
    expect((eventsOf(sandbox).at(-1)?.created ?? 0) - stamp).toBeGreaterThan(365 * 86_400);
  });
});

describe('events of a purchase', () => {
  test('a trial starts with an invoice of 0, in order, and metadata is copied to where the provider copies it', async () => {
    await buy(sandbox, { trialDays: 14 });
    const events = eventsOf(sandbox);
    expect(events.map(({ type }) => type)).toEqual([
      'customer.created',
      'customer.subscription.created',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ]);
    const [, subscription, invoice, , session] = events.map(({ data }) => data.object);
    expect(subscription).toMatchObject({ status: 'trialing', metadata: { userId: 'ann' }, cancel_at: null });
    expect(invoice).toMatchObject({
      total: 0,
      billing_reason: 'subscription_create',
      metadata: {},
      parent: { subscription_details: { subscription: subscription?.id, metadata: { userId: 'ann' } } },
    });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      metadata: { userId: 'ann' },
      client_reference_id: 'ann',
      subscription: subscription?.id,
    });
    expect(events.every(({ created }) => created <= (events.at(-1)?.created ?? 0))).toBe(true);
  });

  test('periods are on items, and nowhere else', async () => {
    await buy(sandbox, { quantity: 3 });
    const object = eventsOf(sandbox)[1]?.data.object as { items: { data: Record<string, unknown>[] } };
    expect(object).not.toHaveProperty('current_period_end');
    expect(object.items.data[0]).toMatchObject({ quantity: 3, price: { unit_amount: 990 } });
    expect(object.items.data[0]?.current_period_end).toBeTypeOf('number');
  });

  test('a known customer is not created again', async () => {
    const { customerId } = await buy(sandbox);
    const from = sandbox.received.length;
    await buy(sandbox, { customer: customerId });
    expect(typesOf(sandbox, from)).not.toContain('customer.created');
  });

  test('a one-time purchase: intent, charge, session; a guest has no customer', async () => {
    const stripe = stripeFor(sandbox);
    for (const creation of ['always', 'if_required'] as const) {
      const from = sandbox.received.length;
      const session = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: 'price_pro_once', quantity: 1 }],
        success_url: 'https://shop.example/',
        customer_creation: creation,
        payment_intent_data: { metadata: { userId: 'ann' } },
      });
      await sandbox.control('POST', `checkouts/${session.id}/pay`, {});
      await sandbox.settle();
      const rest = ['payment_intent.succeeded', 'charge.succeeded', 'checkout.session.completed'];
      expect(typesOf(sandbox, from)).toEqual(creation === 'always' ? ['customer.created', ...rest] : rest);
      const objects = eventsOf(sandbox, from).map(({ data }) => data.object);
      expect(objects.at(-3)).toMatchObject({ amount: 29_900, metadata: { userId: 'ann' } });
      const customer = creation === 'always' ? expect.stringMatching(/^cus_/) : null;
      expect(objects.at(-1)).toMatchObject({
        payment_status: 'paid',
        invoice: null,
        customer,
        payment_intent: objects.at(-3)?.id,
      });
    }
  });
});
