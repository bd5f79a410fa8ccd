import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventType, eventTypes, type WebhookEvent } from '../adapters/adapter.ts';
import { type ProviderName, providerNames } from '../adapters/index.ts';
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

const nativeEvents: Record<ProviderName, [nativeType: string, type: EventType, status: string][]> = {
  alpha: [
    ['customer.subscription.paused', 'subscription.updated', 'incomplete'],
    ['customer.subscription.resumed', 'subscription.updated', 'active'],
  ],
  beta: [
    ['subscription.trialing', 'subscription.created', 'trialing'],
    ['subscription.scheduled_cancel', 'subscription.updated', 'active'],
    ['subscription.paused', 'subscription.updated', 'incomplete'],
    ['subscription.unpaid', 'invoice.payment_failed', 'past_due'],
  ],
  gamma: [
    ['subscription.paused', 'subscription.updated', 'incomplete'],
    ['subscription.past_due', 'invoice.payment_failed', 'past_due'],
  ],
};

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

  it.each(['active', 'trialing', 'past_due', 'canceled', 'incomplete'] as const)(
    'status %s is applied',
    async (status) => {
      await send('subscription.updated', `user of ${status}`, { status });
      expect(await subscription(`user of ${status}`)).toMatchObject({ status });
    },
  );

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

  it.each(nativeEvents[provider])('%s is sent under its own name', (nativeType, type, status) => {
    const { adapter } = app.deps.billing;
    const { event } = readUnsigned(adapter, makeUp(type, options('native', { nativeType })).body);
    expect(event).toMatchObject({ type, nativeType });
    expect(adapter.processWebhookEvent(event).subscription).toMatchObject({ status });
  });
});
