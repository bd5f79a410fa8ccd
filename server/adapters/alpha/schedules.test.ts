import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buy, stripeFor } from '../../sandbox/dialects/alpha/testing.ts';
import { startTestSandbox, type TestSandbox } from '../../sandbox/testing.ts';
import type { Adapter } from '../adapter.ts';
import { alpha } from './adapter.ts';
import { toParams } from './calls/schedules.ts';

/** Schedules that somebody else made at Stripe: a person can cancel all the same, and take that back. */
describe('a foreign schedule', () => {
  let sandbox: TestSandbox;
  let adapter: Adapter;
  let stripe: Stripe;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    stripe = stripeFor(sandbox);
    adapter = alpha.create({
      secretKey: sandbox.options.secretKey,
      webhookSecrets: [],
      apiUrl: sandbox.url,
      timeoutMs: 60_000,
      prices: [
        { id: 'price_pro_month', plan: 'pro', interval: 'month' },
        { id: 'price_starter_month', plan: 'starter', interval: 'month' },
      ],
    });
  });
  afterAll(() => sandbox.close());

  /** Pro, and starter from the next period on. */
  async function planned(userId: string, end_behavior: 'release' | 'cancel' = 'release') {
    const { subscriptionId: id } = await buy(sandbox, { userId });
    const made = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [{ start_date, end_date } = { start_date: 0, end_date: 0 }] = made.phases;
    const phases = [
      { items: [{ price: 'price_pro_month', quantity: 1 }], start_date, end_date },
      { items: [{ price: 'price_starter_month', quantity: 2 }], start_date: end_date },
    ];
    const metadata = { contract: 'C 17' };
    await stripe.subscriptionSchedules.update(made.id, { phases, end_behavior, metadata });
    return { id, scheduleId: made.id };
  }
  const look = async ({ id, scheduleId }: { id: string; scheduleId: string }) => {
    const { end_behavior, phases, metadata, status } = await stripe.subscriptionSchedules.retrieve(scheduleId);
    const subscription = (await adapter.fetchSubscription(id))?.subscription;
    const prices = phases.map(({ items }) => [items[0]?.price, items[0]?.quantity]);
    return { end_behavior, prices, metadata, status, ends: subscription?.cancelAtPeriodEnd };
  };

  test.each(['release', 'cancel'] as const)(
    'cancel ends it with the paid period; resume restores all (%s)',
    async (end) => {
      const made = await planned(`canceling-${end}`, end);
      const before = await look(made);
      expect(before).toMatchObject({
        end_behavior: end,
        prices: [
          ['price_pro_month', 1],
          ['price_starter_month', 2],
        ],
      });
      expect(await adapter.foreignPlan?.(made.id, { kind: 'cancel_at_period_end' })).toBe('dropped');
      for (const _again of [1, 2]) {
        await adapter.changeSubscription(made.id, { kind: 'cancel_at_period_end' });
        const ending = { end_behavior: 'cancel', prices: [['price_pro_month', 1]], ends: true };
        expect(await look(made)).toMatchObject({ ...ending, metadata: { contract: 'C 17' } });
      }
      expect(await adapter.foreignPlan?.(made.id, { kind: 'resume' })).toBeNull();
      await adapter.changeSubscription(made.id, { kind: 'resume' });
      expect(await look(made)).toEqual(before);
    },
  );

  test('at the paid end it is over', async () => {
    const made = await planned('ending');
    await adapter.changeSubscription(made.id, { kind: 'cancel_at_period_end' });
    await sandbox.control('POST', 'clock', { days: 32 });
    expect((await adapter.fetchSubscription(made.id))?.subscription.status).toBe('canceled');
    expect(await look(made)).toMatchObject({ status: 'completed' });
  });

  test('an end that others planned is not ours to take back, and other changes say who planned', async () => {
    const made = await planned('fixed-term', 'cancel');
    const starter = { kind: 'change_plan', plan: 'starter', interval: 'month', since: 'period_end' } as const;
    const { subscriptionId } = await buy(sandbox, { userId: 'nobody-planned' });
    for (const change of [{ kind: 'resume' }, { kind: 'pause' }, starter] as const) {
      expect(await adapter.foreignPlan?.(made.id, change)).toBe('obstacle');
      expect(await adapter.foreignPlan?.(subscriptionId, change)).toBeNull();
      await expect(adapter.changeSubscription(made.id, change)).rejects.toMatchObject({
        status: 409,
        conflict: 'scheduled_elsewhere',
      });
    }
  });
});

test('a phase is sent as it is shown, without what Stripe only shows', () => {
  const shown = {
    add_invoice_items: [],
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: true, liability: { type: 'self' } },
    billing_cycle_anchor: null,
    currency: 'usd',
    default_payment_method: { id: 'pm_1', object: 'payment_method' },
    default_tax_rates: [{ id: 'txr_1', object: 'tax_rate', percentage: 10 }],
    description: 'Second year',
    discounts: [{ coupon: 'half', discount: null, promotion_code: null }],
    end_date: 1_700_000_900,
    items: [{ billing_thresholds: null, metadata: {}, plan: 'price_1', price: 'price_1', quantity: 0, tax_rates: [] }],
    metadata: { plan: 'pro', trial: 'no' },
    proration_behavior: 'create_prorations',
    start_date: 1_700_000_000,
    trial: true,
    trial_end: 1_700_000_500,
  };
  expect(toParams(shown)).toEqual({
    automatic_tax: { enabled: true, liability: { type: 'self' } },
    currency: 'usd',
    default_payment_method: 'pm_1',
    default_tax_rates: ['txr_1'],
    description: 'Second year',
    discounts: [{ coupon: 'half' }],
    end_date: 1_700_000_900,
    items: [{ price: 'price_1', quantity: 0 }],
    metadata: { plan: 'pro', trial: 'no' },
    proration_behavior: 'create_prorations',
    start_date: 1_700_000_000,
    trial_end: 1_700_000_500,
  });
  expect(toParams({ trial: true, trial_end: null })).toEqual({ trial: true });
});
