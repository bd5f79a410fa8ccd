import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type EventType, eventTypes, type WebhookEvent } from '../adapters/adapter.ts';
import { providerNames } from '../adapters/index.ts';
import { readUnsigned } from '../billing/events/judgeEvent.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { paymentsOf } from '../testing/app/rows.ts';
import { activeSigner, loadMakeUp, type MadeUp, type MadeUpDelivery, type MakeUp } from './madeUp.ts';

const START = Date.parse('2026-11-01T08:00:00Z');
let events = 0;

/** One second later with each call, like a provider's events. */
function options(userId: string, more: Partial<MadeUp> = {}): MadeUp {
  events += 1;
  return {
    userId,
    email: `${userId}@example.com`,
    plan: 'pro',
    interval: 'month',
    priceId: 'price_pro_month',
    amount: { minorUnits: 990, currency: 'usd' },
    eventId: `event ${events}`,
    occurredAt: new Date(START + events * 1000),
    ...more,
  };
}

describe.each(providerNames)('made-up events of %s', (provider) => {
  let app: TestApp;
  let makeUp: MakeUp;
  beforeAll(async () => {
    app = await startTestApp({ PAYMENT_PROVIDER: provider });
    makeUp = await loadMakeUp(activeSigner(app.deps));
  });
  afterAll(() => app.close());

  const prisma = () => app.deps.billing.database.prisma;
  const make = (type: EventType, userId: string, more: Partial<MadeUp> = {}) => makeUp(type, options(userId, more));
  const deliveryOf = ({ body, headers }: MadeUpDelivery) => ({
    body: Buffer.from(body),
    headers,
    signature: headers[app.deps.billing.adapter.signatureHeader] ?? '',
    now: Math.floor(Date.now() / 1000),
  });
  const read = (made: MadeUpDelivery): WebhookEvent =>
    app.deps.billing.adapter.toEvent(deliveryOf(made), JSON.parse(made.body));
  const post = async ({ body, headers }: MadeUpDelivery) => {
    const response = await app.call('/api/webhooks/payments', { method: 'POST', headers, body });
    return { status: response.status, answer: await response.json() };
  };
  const send = async (type: EventType, userId: string, more?: Partial<MadeUp>) => {
    expect(await post(make(type, userId, more))).toEqual({ status: 200, answer: { received: true } });
    const entry = await prisma().webhookEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(entry).toMatchObject({ outcome: 'applied', error: null, warnings: [] });
  };
  const subscription = (userId: string) => prisma().subscription.findFirstOrThrow({ where: { userId } });
  const payments = (userId: string) => paymentsOf(app, { id: userId });

  it.each(eventTypes)('%s is signed correctly, of that type, and complete', (type) => {
    const made = make(type, 'genuine');
    const { adapter } = app.deps.billing;
    expect(adapter.validateWebhook(deliveryOf(made))).toBe(true);
    expect(adapter.validateWebhook({ ...deliveryOf(made), body: Buffer.from(`${made.body} `) })).toBe(false);
    const event = read(made);
    expect(event.type).toBe(type);
    const result = adapter.processWebhookEvent(event);
    expect({ error: result.error, ignored: result.ignored, warnings: result.warnings }).toEqual({ warnings: [] });
    expect(Date.parse(event.occurredAt ?? '')).toBe(START + events * 1000);
    const [kind = ''] = type.split('.');
    const told = { customer: result.customer, subscription: result.subscription, payment: result.payment };
    const expected = { invoice: 'payment', order: 'payment', checkout: 'subscription' }[kind] ?? kind;
    expect(told).toHaveProperty(expected, expect.objectContaining({ userId: 'genuine' }));
  });

  it('the same options give the same event, and another event id another one', () => {
    const same = options('same');
    const [first, again] = [makeUp('customer.created', same), makeUp('customer.created', same)];
    expect(again.body).toBe(first.body);
    expect(read(again).id).toBe(read(first).id);
    expect(read(makeUp('customer.created', { ...same, eventId: 'other' })).id).not.toBe(read(first).id);
  });

  it('customer events create, change and delete the customer', async () => {
    await send('customer.created', 'cleo');
    await send('customer.updated', 'cleo', { email: 'new@example.com' });
    const [customer] = await prisma().customer.findMany({ where: { userId: 'cleo' } });
    expect(customer).toMatchObject({
      provider,
      email: 'new@example.com',
      metadata: { userId: 'cleo' },
      deletedAt: null,
    });
    await send('customer.deleted', 'cleo');
    const all = await prisma().customer.findMany({ where: { userId: 'cleo' } });
    expect(all).toMatchObject([{ id: customer?.id, deletedAt: expect.any(Date) }]);
  });

  it('a subscription is created, changed, canceled and deleted, and stays one record', async () => {
    await send('subscription.created', 'sam', { periodStart: new Date(START) });
    expect(await subscription('sam')).toMatchObject({
      provider,
      status: 'active',
      plan: 'pro',
      interval: 'month',
      amount: '9.90',
      currency: 'usd',
      currentPeriodStart: new Date(START),
      currentPeriodEnd: new Date('2026-12-01T08:00:00Z'),
      cancelAtPeriodEnd: false,
      canceledAt: null,
      trialStart: null,
      trialEnd: null,
    });
    const year = {
      interval: 'year',
      priceId: 'price_pro_year',
      amount: { minorUnits: 9900, currency: 'usd' },
    } as const;
    await send('subscription.updated', 'sam', { ...year, cancelAtPeriodEnd: true });
    expect(await subscription('sam')).toMatchObject({ interval: 'year', amount: '99.00', cancelAtPeriodEnd: true });
    await send('subscription.canceled', 'sam', year);
    expect(await subscription('sam')).toMatchObject({ status: 'canceled', canceledAt: expect.any(Date) });
    await send('subscription.deleted', 'sam', year);
    expect(await subscription('sam')).toMatchObject({ status: 'deleted', canceledAt: expect.any(Date) });
    expect(await prisma().subscription.count({ where: { userId: 'sam' } })).toBe(1);
  });

  it('a trial has its dates', async () => {
    const trial = {
      status: 'trialing',
      periodStart: new Date(START),
      periodEnd: new Date(START + 86_400_000),
    } as const;
    await send('subscription.created', 'tim', trial);
    const dates = { trialStart: trial.periodStart, trialEnd: trial.periodEnd };
    expect(await subscription('tim')).toMatchObject({ status: 'trialing', ...dates });
  });

  it.each(['active', 'trialing', 'past_due', 'canceled', 'incomplete'] as const)(
    'status %s is applied',
    async (status) => {
      await send('subscription.updated', `user of ${status}`, { status });
      expect(await subscription(`user of ${status}`)).toMatchObject({ status });
    },
  );

  it('a paid invoice is one succeeded payment, however often it is delivered', async () => {
    await send('subscription.created', 'ivy', { periodStart: new Date(START) });
    await send('invoice.payment_succeeded', 'ivy', { periodStart: new Date(START) });
    await send('invoice.payment_succeeded', 'ivy', { periodStart: new Date(START) });
    const { id, customerId } = await subscription('ivy');
    expect(await payments('ivy')).toMatchObject([
      { provider, type: 'subscription', status: 'succeeded', amount: '9.90', subscriptionId: id, customerId },
    ]);
  });

  it('a failed invoice is a failed payment and makes the subscription past due', async () => {
    await send('subscription.created', 'finn');
    await send('invoice.payment_failed', 'finn');
    expect(await payments('finn')).toMatchObject([{ type: 'subscription', status: 'failed', amount: '9.90' }]);
    expect(await subscription('finn')).toMatchObject({ status: 'past_due', plan: 'pro' });
  });

  it('a completed checkout creates customer, subscription and first payment', async () => {
    await send('checkout.session.completed', 'charly');
    expect(await subscription('charly')).toMatchObject({ status: 'active', plan: 'pro', interval: 'month' });
    expect(await prisma().customer.findMany({ where: { userId: 'charly' } })).toMatchObject([
      { email: 'charly@example.com' },
    ]);
    // Polar's checkout names no order: the payment comes with the order's own event.
    if (provider === 'gamma') await send('invoice.payment_succeeded', 'charly');
    expect(await payments('charly')).toMatchObject([{ type: 'subscription', status: 'succeeded', amount: '9.90' }]);
  });

  it('a one-time purchase creates a payment and no subscription', async () => {
    await send('order.paid', 'otto', { interval: 'one_time', priceId: 'price_pro_one_time' });
    expect(await payments('otto')).toMatchObject([
      { type: 'one_time', status: 'succeeded', amount: '9.90', subscriptionId: null },
    ]);
    expect(await prisma().subscription.count({ where: { userId: 'otto' } })).toBe(0);
  });

  it('the given ids are used', async () => {
    const ids = { customerId: 'customer_1', subscriptionId: 'subscription_1', paymentId: 'payment_1' };
    await send('subscription.created', 'ida', ids);
    await send('invoice.payment_succeeded', 'ida', ids);
    const [payment] = await payments('ida');
    const keys = [(await subscription('ida')).providerSubscriptionId, payment?.providerPaymentId];
    expect(keys).toEqual(['subscription_1', 'payment_1']);
    expect(await prisma().customer.findFirst({ where: { userId: 'ida' } })).toMatchObject({
      providerCustomerId: 'customer_1',
    });
  });
});

test.each([
  { provider: 'alpha', nativeType: 'customer.subscription.paused', type: 'subscription.updated', status: 'incomplete' },
  { provider: 'alpha', nativeType: 'customer.subscription.resumed', type: 'subscription.updated', status: 'active' },
  { provider: 'beta', nativeType: 'subscription.trialing', type: 'subscription.created', status: 'trialing' },
  { provider: 'beta', nativeType: 'subscription.scheduled_cancel', type: 'subscription.updated', status: 'active' },
  { provider: 'beta', nativeType: 'subscription.paused', type: 'subscription.updated', status: 'incomplete' },
  { provider: 'beta', nativeType: 'subscription.unpaid', type: 'invoice.payment_failed', status: 'past_due' },
  { provider: 'gamma', nativeType: 'subscription.paused', type: 'subscription.updated', status: 'incomplete' },
  { provider: 'gamma', nativeType: 'subscription.past_due', type: 'invoice.payment_failed', status: 'past_due' },
] as const)('$provider sends $nativeType under its own name', async ({ provider, nativeType, type, status }) => {
  const app = await startTestApp({ PAYMENT_PROVIDER: provider });
  try {
    const { adapter } = app.deps.billing;
    const makeUp = await loadMakeUp(activeSigner(app.deps));
    const { body } = makeUp(type, options('native', { nativeType }));
    const { event } = readUnsigned(adapter, body);
    expect(event).toMatchObject({ type, nativeType });
    expect(adapter.processWebhookEvent(event).subscription).toMatchObject({ status });
  } finally {
    await app.close();
  }
});
