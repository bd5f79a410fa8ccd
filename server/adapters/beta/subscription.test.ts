import { describe, expect, it } from 'vitest';
import { fixtureNames, namedCustomer, processChanged, readFixture } from './fixtures/index.ts';

const state = {
  kind: 'state',
  providerSubscriptionId: 'sub_recTFn6FVAcpqewQNp0oex',
  providerCustomerId: 'cust_rec1DBoYdgd5dlyw3ZmnwG',
  userId: 'user_42',
  status: 'active',
  standing: 'running',
  nativeStatus: 'active',
  priceId: 'prod_recqdOhZjRXttszExIfTK',
  plan: 'pro',
  interval: 'month',
  quantity: 1,
  amount: { minorUnits: 1000, currency: 'eur' },
  amountDiscounted: null,
  discountUntil: null,
  taxIncluded: false,
  currentPeriodStart: '2024-10-12T11:58:38.000Z',
  currentPeriodEnd: '2024-11-12T11:58:38.000Z',
  cancelAtPeriodEnd: false,
  canceledAt: null,
};
const withTax = { amount: { minorUnits: 1210, currency: 'eur' }, taxIncluded: true };
/** The status of an unpaid one doesn't say whether it is to end. */
const endUnknown = { cancelAtPeriodEnd: undefined, canceledAt: undefined };
const unpaid = { status: 'past_due', standing: 'over', nativeStatus: 'unpaid' };
const fixtures: [name: string, type: string, differs: object][] = [
  ['subscription.active.no-metadata', 'subscription.created', { userId: undefined }],
  [
    'subscription.trialing.card-required',
    'subscription.created',
    {
      status: 'trialing',
      nativeStatus: 'trialing',
      currentPeriodEnd: '2024-10-26T11:58:38.000Z',
      trialStart: '2024-10-12T11:58:38.000Z',
      trialEnd: '2024-10-26T11:58:38.000Z',
    },
  ],
  ['subscription.paid.last_transaction', 'invoice.payment_succeeded', withTax],
  [
    'subscription.paid.renewal',
    'invoice.payment_succeeded',
    {
      ...withTax,
      currentPeriodStart: '2024-11-12T11:58:38.000Z',
      currentPeriodEnd: '2024-12-12T11:58:38.000Z',
    },
  ],
  ['subscription.update.resumed', 'subscription.updated', {}],
  ['subscription.update.seats', 'subscription.updated', { quantity: 5, amount: { minorUnits: 5000, currency: 'eur' } }],
  ['subscription.update.custom-interval', 'subscription.updated', { interval: '2_week' }],
  ['subscription.unpaid', 'invoice.payment_failed', { ...unpaid, ...endUnknown }],
  [
    'subscription.canceled.immediate',
    'subscription.canceled',
    {
      status: 'canceled',
      nativeStatus: 'canceled',
      currentPeriodEnd: '2024-10-20T09:00:00.000Z',
      canceledAt: '2024-10-20T09:00:00.000Z',
    },
  ],
];

describe('subscription fixtures', () => {
  it.each(fixtures)('%s is %s', (name, type, differs) => {
    const { event, result } = readFixture(name);
    expect(event.type).toBe(type);
    const expected = { ...state, ...differs };
    expect(result.subscription).toEqual(expected);
    expect(result.customer).toEqual({ ...namedCustomer, userId: expected.userId });
    expect([result.error, result.ignored, result.completedCheckoutId]).toEqual([undefined, undefined, undefined]);
    expect(result.warnings).toEqual([]);
  });

  it('all have a row in the table', () => {
    const inFolder = fixtureNames.filter((name) => name.startsWith('subscription.'));
    expect(fixtures.map(([name]) => name).sort()).toEqual(inFolder.sort());
  });
});

function subscriptionWith(changes: object, eventType = 'subscription.update') {
  return processChanged('subscription.update.resumed', { ...changes }, eventType).subscription;
}

describe('status', () => {
  const canceledAt = '2024-10-20T09:00:00.000Z';

  it.each([
    ['active', 'active', 'running', false, null],
    ['trialing', 'trialing', 'running', false, null],
    ['scheduled_cancel', 'active', 'running', true, canceledAt],
    ['past_due', 'past_due', 'running', false, null],
    ['unpaid', 'past_due', 'over', false, null],
    ['expired', 'past_due', 'over', false, null],
    ['paused', 'incomplete', 'paused', false, null],
    ['incomplete', 'incomplete', 'running', false, null],
    ['canceled', 'canceled', 'running', false, canceledAt],
  ])('%s is %s, %s; cancels at the end: %s; canceled at %s', (nativeStatus, ...expected) => {
    const [status, standing, cancelAtPeriodEnd, endedAt] = expected;
    const subscription = subscriptionWith({ status: nativeStatus, canceled_at: canceledAt });
    expect(subscription).toMatchObject({ status, standing, nativeStatus, cancelAtPeriodEnd, canceledAt: endedAt });
  });

  it("comes from the field, whatever the event's name", () => {
    expect(subscriptionWith({ status: 'active' }, 'subscription.expired')?.status).toBe('active');
    expect(subscriptionWith({ status: 'scheduled_cancel' }, 'subscription.canceled')?.status).toBe('active');
  });

  it.each(['frozen', 'constructor', '', 7, {}])('leaves out the unknown status %j with a warning', (status) => {
    const result = processChanged('subscription.update.resumed', { status, canceled_at: canceledAt });
    const unset = { status: undefined, standing: undefined, canceledAt: undefined };
    expect({ ...unset, ...result.subscription }).toMatchObject(unset);
    expect(result.warnings).toEqual(['unusable status']);
  });

  it.each(['created', 'updated', 'canceled', 'deleted'])('is null if subscription.%s has none', (name) => {
    const subscription = subscriptionWith({ status: undefined }, `subscription.${name}`);
    expect(subscription).toMatchObject({ status: undefined, nativeStatus: undefined });
    const [cancels, at] = name === 'canceled' || name === 'deleted' ? [false, 'string'] : [undefined, 'undefined'];
    expect([subscription?.cancelAtPeriodEnd, typeof subscription?.canceledAt]).toEqual([cancels, at]);
  });
});

describe('cancellation', () => {
  it("takes the event's time when a canceled subscription has none", () => {
    expect(subscriptionWith({ status: 'canceled', canceled_at: null })?.canceledAt).toBe('2025-12-29T09:20:00.000Z');
  });

  it('is not set while the cancellation is only scheduled', () => {
    const subscription = subscriptionWith({ status: 'scheduled_cancel', canceled_at: null });
    expect(subscription).toMatchObject({ cancelAtPeriodEnd: true, canceledAt: null });
  });
});

describe('product', () => {
  const product = { id: 'prod_x', price: 990, currency: 'USD', billing_period: 'every-month' };

  it.each([
    ['every-day', 'day'],
    ['every-month', 'month'],
    ['every-three-months', '3_month'],
    ['every-six-months', '6_month'],
    ['every-year', 'year'],
    ['once', 'one_time'],
    ['every-blue-moon', undefined],
  ])('%s is the interval %s', (period, interval) => {
    const changed = { product: { ...product, billing_period: period } };
    const result = processChanged('subscription.update.resumed', changed);
    expect(result.subscription?.interval).toBe(interval);
    expect(result.warnings.includes('unusable billing_period')).toBe(interval === undefined);
  });

  it.each([
    ['month', 1, 'month'],
    ['month', 2, '2_month'],
    ['week', undefined, 'week'],
    ['year', 0, 'year'],
    ['fortnight', 1, undefined],
  ])('custom %s x %s is the interval %s', (unit, every, interval) => {
    const custom = { billing_period: 'custom', recurring_interval: unit, recurring_interval_count: every };
    expect(subscriptionWith({ product: { ...product, ...custom } })?.interval).toBe(interval);
  });

  it('decides the plan, never metadata', () => {
    const metadata = { userId: 'user_42', plan: 'starter' };
    expect(subscriptionWith({ metadata })?.plan).toBe('pro');
    expect(subscriptionWith({ metadata, product })?.plan).toBe('unknown');
    const unknown = processChanged('subscription.update.resumed', { product });
    expect(unknown.subscription).toMatchObject({ plan: 'unknown', priceId: 'prod_x' });
    expect(unknown.warnings).toEqual(['unknown plan: price prod_x']);
  });

  it('may be only an id, or only on the item', () => {
    const bare = subscriptionWith({ product: 'prod_recqdOhZjRXttszExIfTK' });
    expect(bare).toMatchObject({ plan: 'pro', quantity: 1 });
    expect([bare?.interval, bare?.amount]).toEqual([undefined, undefined]);
    expect(subscriptionWith({ product: undefined })).toMatchObject({ priceId: 'prod_recqdOhZjRXttszExIfTK' });
  });
});

describe('amount', () => {
  const transaction = { id: 'tran_1', amount: 1000, amount_paid: 0, currency: 'EUR', status: 'paid' };

  it('is the last amount paid, even zero', () => {
    expect(subscriptionWith({ last_transaction: transaction })?.amount).toEqual({ minorUnits: 0, currency: 'eur' });
  });

  it('is the price in a trial, and after a declined payment', () => {
    const price = { minorUnits: 1000, currency: 'eur' };
    expect(subscriptionWith({ last_transaction: transaction, status: 'trialing' })?.amount).toEqual(price);
    const declined = { ...transaction, status: 'declined' };
    expect(subscriptionWith({ last_transaction: declined, status: 'past_due' })?.amount).toEqual(price);
  });

  it.each([
    [{ price: 10.5, currency: 'EUR' }, 'unusable price'],
    [{ price: '1000', currency: 'EUR' }, 'unusable price'],
    [{ price: 1000, currency: 'EURO' }, 'unusable currency'],
  ])('%j is left out with a warning', (price, warning) => {
    const product = { id: 'prod_recqdOhZjRXttszExIfTK', billing_period: 'every-month', ...price };
    const result = processChanged('subscription.update.resumed', { product });
    expect(result.subscription).toMatchObject({ status: 'active', interval: 'month', amount: undefined });
    expect(result.warnings).toEqual([warning]);
  });

  it('stays within safe integers', () => {
    const product = { id: 'prod_recqdOhZjRXttszExIfTK', price: Number.MAX_SAFE_INTEGER, currency: 'EUR' };
    expect(subscriptionWith({ product, items: [{ units: 3 }] })).toMatchObject({ quantity: 3, amount: undefined });
  });
});

describe('period', () => {
  it('may be absent', () => {
    const gone = { current_period_start_date: undefined, current_period_end_date: undefined };
    const subscription = subscriptionWith({ ...gone, status: 'trialing' });
    expect(subscription).toMatchObject({ status: 'trialing', currentPeriodStart: undefined, trialEnd: undefined });
  });

  it.each(['soon', '2024-13-40T00:00:00Z', true, {}])('%j is left out with a warning', (value) => {
    const result = processChanged('subscription.update.resumed', { current_period_end_date: value });
    expect(result.subscription).toMatchObject({ currentPeriodEnd: undefined, status: 'active' });
    expect(result.warnings).toEqual(['unusable current_period_end_date']);
  });

  it.each([1_731_412_718, 1_731_412_718_000, '2024-11-12T12:58:38+01:00'])('reads %j', (value) => {
    expect(subscriptionWith({ current_period_end_date: value })?.currentPeriodEnd).toBe('2024-11-12T11:58:38.000Z');
  });
});

describe('user', () => {
  const customer = { id: 'cust_1', email: 'user_by_mail@b.co', external_id: 'by_external_id' };

  it.each([
    [{ metadata: { userId: 'a', user_id: 'b' }, customer }, 'a'],
    [{ metadata: { user_id: 'b' }, customer }, 'b'],
    [{ metadata: {}, subscription: { metadata: { userId: 'c' } }, customer }, 'c'],
    [{ metadata: {}, checkout: { metadata: { userId: 'd' } }, customer }, 'd'],
    [{ metadata: {}, customer: { ...customer, metadata: { userId: 'e' } } }, 'e'],
    [{ metadata: {}, customer }, 'by_external_id'],
    [{ metadata: {}, request_id: 'user_42', customer: { id: 'cust_1', email: 'a@b.co' } }, undefined],
    [{ metadata: { userId: '  ' }, customer: 'cust_1' }, undefined],
  ])('of %j is %s', (changes, userId) => {
    expect(subscriptionWith(changes)?.userId).toBe(userId);
  });
});
