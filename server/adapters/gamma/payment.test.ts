import { describe, expect, it } from 'vitest';
import { fixtureNames, nestedCustomer, process, readFixture } from './fixtures/index.ts';

const payment = {
  providerPaymentId: '38ef9a90-1b42-4452-8ff7-c6617be88128',
  providerCustomerId: '89aa9c20-34a5-4a94-8b55-039c28442d43',
  userId: 'user_42',
  type: 'one_time',
  status: 'succeeded',
  amount: { minorUnits: 2299, currency: 'usd' },
  description: 'Independiente',
};

const period = { periodStart: '2026-10-01T00:00:00.000Z', periodEnd: '2026-11-01T00:00:00.000Z' };
const purchase = { ...payment, plan: 'pro', priceId: '0fc26325-3dac-49dc-8b8b-852840feebcc' };

const applied: [name: string, type: string, result: object][] = [
  [
    'order.paid.purchase',
    'order.paid',
    { customer: nestedCustomer, payment: { ...purchase, description: 'Lifetime' } },
  ],
  [
    'order.paid.purchase.jpy',
    'order.paid',
    { customer: nestedCustomer, payment: { ...purchase, amount: { minorUnits: 1650, currency: 'jpy' } } },
  ],
  [
    'order.paid.purchase.seats',
    'order.paid',
    { customer: nestedCustomer, payment: { ...purchase, amount: { minorUnits: 9500, currency: 'usd' } } },
  ],
  [
    'order.paid.no-user',
    'order.paid',
    {
      customer: { ...nestedCustomer, userId: undefined, statedUserId: undefined },
      payment: { ...purchase, userId: undefined },
    },
  ],
  [
    'order.paid.renewal',
    'invoice.payment_succeeded',
    {
      customer: nestedCustomer,
      payment: {
        ...purchase,
        ...period,
        type: 'subscription',
        providerSubscriptionId: 'd5fb0712-c0f4-4ba6-856c-9dda0f5a57c5',
      },
    },
  ],
  [
    'order.updated.payment-failed',
    'invoice.payment_failed',
    {
      customer: nestedCustomer,
      payment: {
        ...purchase,
        ...period,
        type: 'subscription',
        status: 'failed',
        providerSubscriptionId: 'd5fb0712-c0f4-4ba6-856c-9dda0f5a57c5',
      },
    },
  ],
];

const kept = ['order.created.renewal-pending'];

const usd = (minorUnits: number) => ({ minorUnits, currency: 'usd' });
const providerPaymentId = payment.providerPaymentId;
const refund = {
  providerRefundId: '73e8338a-e106-47e0-8cda-008f6db69450',
  kind: 'refund',
  status: 'succeeded',
  counts: true,
  amount: usd(2299),
  reason: 'customer_request',
  createdAt: '2026-10-02T00:00:00.000Z',
};

/** With the tax, as in the payment's amount. */
const updates: [name: string, update: object][] = [
  ['order.refunded', { providerPaymentId, refundedTotal: usd(2299) }],
  ['order.refunded.partial', { providerPaymentId, refundedTotal: usd(605) }],
  ['refund.created', { providerPaymentId, refund }],
];

describe('order fixtures', () => {
  it.each(applied)('%s is %s', (name, type, result) => {
    const read = readFixture(name);
    expect(read.event.type).toBe(type);
    expect(read.result).toEqual({ ...result, warnings: [] });
  });

  it('an abandoned order is a failure that its payer need not pay any more', () => {
    const { payment: given, subscription } = process({
      type: 'order.updated',
      data: { id: 'o', status: 'void', subscription_id: 's' },
    });
    expect(given).toMatchObject({ providerPaymentId: 'o', status: 'failed', writtenOff: 'voided' });
    expect(subscription).toBeUndefined();
  });

  it.each(kept)('%s is recorded and ignored', (name) => {
    const { event, result } = readFixture(name);
    expect(event).toMatchObject({ type: null, nativeType: name.split('.').slice(0, 2).join('.') });
    expect(result).toEqual({ ignored: `${event.nativeType} changes no record`, warnings: [] });
  });

  it.each(updates)('%s has the refunded amount', (name, paymentUpdate) => {
    const { event, result } = readFixture(name);
    expect(event.type).toBeNull();
    expect(result).toEqual({ paymentUpdate, warnings: [] });
  });

  it('all have a row in the tables', () => {
    const inFolder = fixtureNames.filter((name) => /^(order|refund)\./.test(name));
    expect([...[...applied, ...updates].map(([name]) => name), ...kept].sort()).toEqual(inFolder.sort());
  });
});

describe('orders', () => {
  it.each(['subscription_create', 'subscription_cycle', 'subscription_update'])(
    '%s is a subscription payment',
    (reason) => {
      const order = { id: 'ord_1', billing_reason: reason, status: 'paid', total_amount: 0, currency: 'usd' };
      expect(process({ type: 'order.paid', data: order }).payment).toEqual({
        providerPaymentId: 'ord_1',
        type: 'subscription',
        status: 'succeeded',
        amount: { minorUnits: 0, currency: 'usd' },
      });
    },
  );

  it('without a reason belongs to the subscription that it names, if any', () => {
    const data = { id: 'ord_1', subscription_id: 'sub_1' };
    expect(process({ type: 'order.paid', data }).payment?.type).toBe('subscription');
    expect(process({ type: 'order.paid', data: { id: 'ord_1' } }).payment?.type).toBe('one_time');
  });

  it.each(['order.paid', 'invoice.payment_succeeded'])('that is still pending changes nothing as %s', (type) => {
    const result = process({ type, data: { id: 'ord_1', status: 'pending', paid: false } });
    expect(result).toEqual({ ignored: 'the order is not paid', warnings: [] });
  });

  it("fails under the specification's name, and makes its subscription past due", () => {
    const data = {
      id: 'ord_1',
      subscription_id: 'sub_1',
      customer_id: 'cus_1',
      paid: false,
      total_amount: 990,
      currency: 'USD',
    };
    expect(process({ type: 'invoice.payment_failed', data })).toEqual({
      customer: { providerCustomerId: 'cus_1', explicit: false },
      payment: {
        providerPaymentId: 'ord_1',
        providerCustomerId: 'cus_1',
        providerSubscriptionId: 'sub_1',
        type: 'subscription',
        status: 'failed',
        amount: { minorUnits: 990, currency: 'usd' },
      },
      subscription: { kind: 'payment_failed', providerSubscriptionId: 'sub_1', providerCustomerId: 'cus_1' },
      warnings: [],
    });
    const paid = process({ type: 'invoice.payment_failed', data: { ...data, paid: true } });
    expect(paid).toEqual({ ignored: 'the order is paid', warnings: [] });
  });

  it('names the user only by its subscription, and has no subscription status', () => {
    const subscription = { id: 'sub_1', status: 'canceled', metadata: { user_id: 'user_7' } };
    const result = process({
      type: 'order.paid',
      data: { id: 'ord_1', billing_reason: 'subscription_cycle', subscription },
    });
    expect(result.subscription).toBeUndefined();
    expect(result.payment).toMatchObject({ userId: 'user_7', providerSubscriptionId: 'sub_1' });
  });
});
