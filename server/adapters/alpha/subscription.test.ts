import { describe, expect, it } from 'vitest';
import type { SubscriptionResult } from '../adapter.ts';
import { fixtureNames, readFixture } from './fixtures/index.ts';

const active: SubscriptionResult = {
  kind: 'state',
  providerSubscriptionId: 'sub_recqWVDJGiG3XHbQk9tLTQio',
  providerCustomerId: 'cus_recSlIRjn7g2C2',
  userId: 'user_42',
  status: 'active',
  standing: 'running',
  nativeStatus: 'active',
  priceId: 'price_reczgLPoziT7jQoIFURwaoyt',
  plan: 'starter',
  interval: 'month',
  quantity: 1,
  amount: { minorUnits: 28800, currency: 'hkd' },
  amountDiscounted: null,
  discountUntil: null,
  taxIncluded: null,
  currentPeriodStart: '2025-12-29T09:20:00.000Z',
  currentPeriodEnd: '2026-01-28T09:20:00.000Z',
  cancelAtPeriodEnd: false,
  cancelAt: null,
  canceledAt: null,
  trialStart: null,
  trialEnd: null,
};

const fixtures: [string, string, Partial<SubscriptionResult>][] = [
  ['customer.subscription.created.jpy', 'created', { quantity: 3, amount: { minorUnits: 4500, currency: 'jpy' } }],
  ['customer.subscription.created.metadata-missing', 'created', { userId: undefined }],
  [
    'customer.subscription.created.multi-item-mixed-periods',
    'created',
    { amount: { minorUnits: 28800, currency: 'hkd' } },
  ],
  [
    'customer.subscription.created.trialing',
    'created',
    {
      status: 'trialing',
      nativeStatus: 'trialing',
      currentPeriodEnd: '2026-01-12T09:20:00.000Z',
      trialStart: '2025-12-29T09:20:00.000Z',
      trialEnd: '2026-01-12T09:20:00.000Z',
    },
  ],
  [
    'customer.subscription.paused',
    'updated',
    {
      status: 'incomplete',
      standing: 'paused',
      nativeStatus: 'paused',
      trialStart: '2025-12-15T09:20:00.000Z',
      trialEnd: '2025-12-29T09:20:00.000Z',
    },
  ],
  ['customer.subscription.resumed', 'updated', {}],
  [
    'customer.subscription.updated.incomplete_expired',
    'updated',
    {
      status: 'canceled',
      standing: 'over',
      nativeStatus: 'incomplete_expired',
      canceledAt: '2025-12-30T08:20:00.000Z',
    },
  ],
  ['customer.subscription.updated.past_due', 'updated', { status: 'past_due', nativeStatus: 'past_due' }],
  ['customer.subscription.updated.pause_collection', 'updated', {}],
  [
    'customer.subscription.updated.plan-change',
    'updated',
    { priceId: 'price_rec_pro', plan: 'pro', quantity: 5, amount: { minorUnits: 244000, currency: 'hkd' } },
  ],
  [
    'customer.subscription.updated.portal-cancel_at',
    'updated',
    { cancelAtPeriodEnd: true, cancelAt: '2026-01-28T09:20:00.000Z', canceledAt: '2025-12-29T09:20:05.000Z' },
  ],
  [
    'customer.subscription.updated.trial-to-active',
    'updated',
    {
      currentPeriodStart: '2026-01-12T09:20:00.000Z',
      currentPeriodEnd: '2026-02-11T09:20:00.000Z',
      trialStart: '2025-12-29T09:20:00.000Z',
      trialEnd: '2026-01-12T09:20:00.000Z',
    },
  ],
  ['customer.subscription.updated.uncanceled', 'updated', {}],
  ['customer.subscription.updated.unpaid', 'updated', { status: 'past_due', standing: 'over', nativeStatus: 'unpaid' }],
];

describe('subscription fixtures', () => {
  it('all have a row in the table', () => {
    expect(fixtures.map(([name]) => name)).toEqual(
      fixtureNames.filter((name) => name.startsWith('customer.subscription.')),
    );
  });

  it.each(fixtures)('%s', (name, type, differences) => {
    const { event, result } = readFixture(name);
    const subscription = { ...active, ...differences };
    expect(event.type).toBe(`subscription.${type}`);
    expect(result).toEqual({
      subscription,
      customer: { providerCustomerId: 'cus_recSlIRjn7g2C2', userId: subscription.userId, explicit: false },
      warnings: [],
    });
  });
});
