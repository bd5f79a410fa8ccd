import { describe, expect, it } from 'vitest';
import { fixtureNames, namedCustomer, process, processChanged, readFixture } from './fixtures/index.ts';

const checkoutId = 'ch_recrvszsgyhx95PQ9IQI0o';
const nobody = { ...namedCustomer, userId: undefined };
const initial = {
  kind: 'initial',
  providerSubscriptionId: 'sub_recTFn6FVAcpqewQNp0oex',
  providerCustomerId: 'cust_rec1DBoYdgd5dlyw3ZmnwG',
  userId: undefined,
  status: 'active',
  standing: 'running',
  nativeStatus: 'active',
  priceId: 'prod_recqdOhZjRXttszExIfTK',
  plan: 'pro',
  interval: 'month',
  quantity: undefined,
  amount: { minorUnits: 1000, currency: 'eur' },
  amountDiscounted: null,
  discountUntil: null,
  taxIncluded: false,
  currentPeriodStart: undefined,
  currentPeriodEnd: undefined,
  cancelAtPeriodEnd: false,
  canceledAt: null,
};

describe('checkout fixtures', () => {
  it('checkout.completed.no-metadata starts a subscription', () => {
    const { event, result } = readFixture('checkout.completed.no-metadata');
    expect(event.type).toBe('checkout.session.completed');
    expect(result).toEqual({
      completedCheckoutId: checkoutId,
      customer: nobody,
      subscription: initial,
      payment: expect.objectContaining({ providerPaymentId: 'ord_recfozKvpMXZrjgIZAxEnn', type: 'subscription' }),
      warnings: [],
    });
  });

  it('checkout.completed.onetime is a paid order', () => {
    const { event, result } = readFixture('checkout.completed.onetime');
    expect(event.type).toBe('order.paid');
    expect(result).toEqual({
      completedCheckoutId: checkoutId,
      customer: namedCustomer,
      subscription: undefined,
      payment: expect.objectContaining({ providerPaymentId: 'ord_recfozKvpMXZrjgIZAxEnn', type: 'one_time' }),
      warnings: [],
    });
  });

  it('refund.created.partial is a refund of the first order', () => {
    const { event, result } = readFixture('refund.created.partial');
    expect(event).toMatchObject({ type: null, nativeType: 'refund.created', id: 'evt_rec0012' });
    const amount = { minorUnits: 400, currency: 'eur' };
    const refund = {
      providerRefundId: 'ref_3DB9NQFvk18TJwSqd0N6bd',
      kind: 'refund',
      status: 'succeeded',
      counts: true,
      amount,
      reason: 'requested_by_customer',
      createdAt: '2024-10-12T11:59:11.525Z',
    };
    const providerPaymentId = 'ord_recfozKvpMXZrjgIZAxEnn';
    expect(result).toEqual({ paymentUpdate: { providerPaymentId, refund, refundedTotal: amount }, warnings: [] });
  });

  it('every fixture has a test', () => {
    const others = fixtureNames.filter((name) => !name.startsWith('subscription.'));
    expect(others.sort()).toEqual([
      'checkout.completed.no-metadata',
      'checkout.completed.onetime',
      'refund.created.partial',
    ]);
  });
});

describe('checkout', () => {
  const changed = (name: string, changes: object) => processChanged(`checkout.completed.${name}`, { ...changes });
  const subscription = {
    id: 'sub_1',
    status: 'trialing',
    product: 'prod_recqdOhZjRXttszExIfTK',
    current_period_start_date: '2024-10-12T11:58:38.000Z',
    current_period_end_date: '2024-10-26T11:58:38.000Z',
    metadata: { user_id: 'of the subscription' },
  };

  it("returns the provider's full snapshot if the subscription has a status and a period", () => {
    const order = { id: 'ord_1', type: 'recurring', amount: 1000, amount_paid: 0, currency: 'EUR', status: 'paid' };
    const result = changed('no-metadata', { subscription, order, units: 3 });
    expect(result.subscription).toMatchObject({
      kind: 'state',
      status: 'trialing',
      userId: 'of the subscription',
      quantity: 3,
      amount: { minorUnits: 3000, currency: 'eur' },
      currentPeriodEnd: '2024-10-26T11:58:38.000Z',
      trialEnd: '2024-10-26T11:58:38.000Z',
    });
    expect(result.payment?.userId).toBe('of the subscription');
  });

  it('accepts a subscription by its id only', () => {
    const result = changed('no-metadata', { subscription: 'sub_1', metadata: { userId: 'u', plan: 'pro' } });
    expect(result.subscription).toMatchObject({ kind: 'initial', providerSubscriptionId: 'sub_1', userId: 'u' });
  });

  it('records no payment for an order that is not paid', () => {
    const order = { id: 'ord_1', type: 'onetime', amount: 1000, currency: 'EUR', status: 'pending' };
    const result = changed('onetime', { order });
    expect(result).toEqual({
      completedCheckoutId: checkoutId,
      customer: namedCustomer,
      subscription: undefined,
      payment: undefined,
      warnings: ['the order is not paid: no payment recorded'],
    });
  });

  it('is one-time if it has an order without a subscription', () => {
    const order = { id: 'ord_1', amount: 1000, currency: 'EUR', status: 'paid' };
    expect(changed('onetime', { order }).payment?.type).toBe('one_time');
    expect(changed('onetime', { order: { ...order, type: 'recurring' } }).payment?.type).toBe('subscription');
    expect(changed('no-metadata', { order }).payment?.type).toBe('subscription');
  });

  it('may have no order', () => {
    const result = changed('no-metadata', { order: undefined });
    expect(result).toMatchObject({ completedCheckoutId: checkoutId, subscription: { kind: 'initial' } });
    expect(result.payment).toBeUndefined();
  });

  it("accepts the specification's order.paid with the order itself", () => {
    const order = { id: 'ord_1', customer: 'cust_1', amount: 990, currency: 'USD', metadata: { userId: 'u' } };
    expect(process({ type: 'order.paid', data: order })).toEqual({
      completedCheckoutId: undefined,
      customer: { providerCustomerId: 'cust_1', userId: 'u', email: undefined, explicit: false },
      subscription: undefined,
      payment: {
        providerPaymentId: 'ord_1',
        providerCustomerId: 'cust_1',
        userId: 'u',
        type: 'one_time',
        status: 'succeeded',
        amount: { minorUnits: 990, currency: 'usd' },
        description: undefined,
      },
      warnings: [],
    });
  });
});
