import { describe, expect, it } from 'vitest';
import { fixtureNames, nestedCustomer, process, readFixture } from './fixtures/index.ts';

const state = {
  kind: 'state',
  providerSubscriptionId: 'd5fb0712-c0f4-4ba6-856c-9dda0f5a57c5',
  providerCustomerId: '89aa9c20-34a5-4a94-8b55-039c28442d43',
  userId: 'user_42',
  status: 'active',
  standing: 'running',
  nativeStatus: 'active',
  priceId: '0fc26325-3dac-49dc-8b8b-852840feebcc',
  plan: 'pro',
  interval: 'month',
  amount: { minorUnits: 1900, currency: 'usd' },
  amountDiscounted: null,
  discountUntil: null,
  taxIncluded: null,
  currentPeriodStart: '2026-10-01T00:00:00.000Z',
  currentPeriodEnd: '2026-11-01T00:00:00.000Z',
  cancelAtPeriodEnd: false,
  canceledAt: null,
  trialStart: null,
  trialEnd: null,
};

const fixtures: [name: string, type: string, differences: object][] = [
  ['subscription.active', 'subscription.updated', {}],
  [
    'subscription.canceled.immediate',
    'subscription.canceled',
    { status: 'canceled', standing: 'over', nativeStatus: 'canceled', canceledAt: '2026-10-10T00:00:00.000Z' },
  ],
  [
    'subscription.canceled.scheduled',
    'subscription.canceled',
    { cancelAtPeriodEnd: true, canceledAt: '2026-10-10T00:00:00.000Z' },
  ],
  ['subscription.created.incomplete', 'subscription.created', { status: 'incomplete', nativeStatus: 'incomplete' }],
  [
    'subscription.cycled',
    'subscription.updated',
    { currentPeriodStart: '2026-11-01T00:00:00.000Z', currentPeriodEnd: '2026-12-01T00:00:00.000Z' },
  ],
  ['subscription.past_due', 'invoice.payment_failed', { status: 'past_due', nativeStatus: 'past_due' }],
  ['subscription.paused', 'subscription.updated', { status: 'incomplete', standing: 'paused', nativeStatus: 'paused' }],
  [
    'subscription.resumed',
    'subscription.updated',
    { currentPeriodStart: '2027-01-01T00:00:00.000Z', currentPeriodEnd: '2027-02-01T00:00:00.000Z' },
  ],
  [
    'subscription.revoked',
    'subscription.deleted',
    {
      status: 'canceled',
      standing: 'over',
      nativeStatus: 'canceled',
      cancelAtPeriodEnd: true,
      canceledAt: '2026-10-10T00:00:00.000Z',
    },
  ],
  [
    'subscription.revoked.unpaid',
    'subscription.deleted',
    { status: 'canceled', standing: 'over', nativeStatus: 'unpaid', canceledAt: '2026-10-22T00:00:00.000Z' },
  ],
  ['subscription.uncanceled', 'subscription.updated', {}],
  ['subscription.updated.active', 'subscription.updated', {}],
  ['subscription.updated.pause-scheduled', 'subscription.updated', {}],
  [
    'subscription.updated.seats',
    'subscription.updated',
    { quantity: 5, amount: { minorUnits: 9500, currency: 'usd' } },
  ],
  [
    'subscription.updated.yearly-jpy',
    'subscription.updated',
    {
      interval: 'year',
      amount: { minorUnits: 15000, currency: 'jpy' },
      currentPeriodEnd: '2027-10-01T00:00:00.000Z',
    },
  ],
];

describe('subscription fixtures', () => {
  it.each(fixtures)('%s is %s', (name, type, differences) => {
    const { event, result } = readFixture(name);
    expect(event.type).toBe(type);
    expect(result).toEqual({ customer: nestedCustomer, subscription: { ...state, ...differences }, warnings: [] });
  });

  it('all have a row in the table', () => {
    const inFolder = fixtureNames.filter((name) => name.startsWith('subscription.'));
    expect(fixtures.map(([name]) => name).sort()).toEqual(inFolder.sort());
  });
});

function subscriptionOf(data: object) {
  return process({ type: 'subscription.updated', data: { id: 'sub_1', ...data } });
}

describe('subscription fields', () => {
  it.each([
    ['active', 'active', 'running'],
    ['trialing', 'trialing', 'running'],
    ['past_due', 'past_due', 'running'],
    ['unpaid', 'canceled', 'over'],
    ['canceled', 'canceled', 'over'],
    ['incomplete', 'incomplete', 'running'],
    ['incomplete_expired', 'canceled', 'over'],
    ['paused', 'incomplete', 'paused'],
  ])("status %s is %s, %s, whatever the event's name", (nativeStatus, status, standing) => {
    for (const type of [
      'subscription.created',
      'subscription.active',
      'subscription.canceled',
      'subscription.revoked',
    ]) {
      const { subscription } = process({ type, data: { id: 'sub_1', status: nativeStatus } });
      expect(subscription).toMatchObject({ kind: 'state', status, standing, nativeStatus });
    }
  });

  it('keeps an unknown status only as the native one', () => {
    const { subscription, warnings } = subscriptionOf({ status: 'suspended' });
    expect([subscription?.status, subscription?.standing]).toEqual([undefined, undefined]);
    expect(subscription?.nativeStatus).toBe('suspended');
    expect(warnings).toEqual(['unusable status']);
  });

  it.each([
    ['month', 1, 'month'],
    ['month', undefined, 'month'],
    ['year', 1, 'year'],
    ['month', 3, '3_month'],
    ['week', 1, 'week'],
    ['day', 10, '10_day'],
    ['fortnight', 1, undefined],
    [null, null, undefined],
  ])('%s with count %s is interval %s', (recurring_interval, recurring_interval_count, interval) => {
    expect(subscriptionOf({ recurring_interval, recurring_interval_count }).subscription?.interval).toBe(interval);
  });

  it('takes the plan from the product, never from metadata; otherwise it is unknown with a warning', () => {
    const metadata = { plan: 'starter' };
    const product_id = '0fc26325-3dac-49dc-8b8b-852840feebcc';
    expect(subscriptionOf({ product_id, metadata }).subscription?.plan).toBe('pro');
    expect(subscriptionOf({ product_id: 'other', metadata }).subscription?.plan).toBe('unknown');
    const unknown = subscriptionOf({ product: { id: 'other' } });
    expect(unknown.subscription).toMatchObject({ priceId: 'other', plan: 'unknown' });
    expect(unknown.warnings).toEqual(['unknown plan: price other']);
    expect(subscriptionOf({}).subscription?.plan).toBeUndefined();
  });

  it('keeps the trial', () => {
    const trial = { trial_start: '2026-10-01T00:00:00.123456Z', trial_end: '2026-10-15T02:00:00+02:00' };
    expect(subscriptionOf(trial).subscription).toMatchObject({
      trialStart: '2026-10-01T00:00:00.123456Z',
      trialEnd: '2026-10-15T00:00:00.000Z',
    });
  });

  it('leaves absent fields unset', () => {
    const said = Object.entries(subscriptionOf({}).subscription ?? {}).filter(([, value]) => value !== undefined);
    expect(said).toEqual([
      ['kind', 'state'],
      ['providerSubscriptionId', 'sub_1'],
    ]);
  });

  it('leaves out unusable values and names them', () => {
    const odd = {
      customer_id: 7,
      status: ['active'],
      amount: '1900',
      currency: 'US',
      seats: 0,
      current_period_start: 'soon',
    };
    const { subscription, warnings } = subscriptionOf({ ...odd, cancel_at_period_end: 'no', canceled_at: 5 });
    expect(subscription).toEqual({ kind: 'state', providerSubscriptionId: 'sub_1' });
    expect(warnings.sort()).toEqual([
      'unusable amount',
      'unusable cancel_at_period_end',
      'unusable canceled_at',
      'unusable currency',
      'unusable current_period_start',
      'unusable customer_id',
      'unusable seats',
      'unusable status',
    ]);
  });
});
