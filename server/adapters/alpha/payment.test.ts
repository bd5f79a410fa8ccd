import { describe, expect, it } from 'vitest';
import { fixtureNames, processObject, readFixture } from './fixtures/index.ts';

const invoice = {
  providerPaymentId: 'in_recfaEDs5HdaBohVplFbArJz',
  providerCustomerId: 'cus_recSlIRjn7g2C2',
  providerSubscriptionId: 'sub_recqWVDJGiG3XHbQk9tLTQio',
  userId: 'user_42',
  type: 'subscription',
  status: 'succeeded',
  amount: { minorUnits: 28800, currency: 'hkd' },
  description: '1 × VIP 月卡 (at $288.00 / month)',
  receiptUrl:
    'https://invoice.stripe.com/i/acct_rec3YwYtgS3peYpX/test_YWNjdF8xU2lwV1BRRVV4Yzd2YXZQLF9UZ1c1REpYZHM0QVpqUU5PcWJkTkJRMHFXeDh3MlE2LDE1NzQyNzEyMg020029ciOAyF?s=ap',
  invoiceUrl:
    'https://pay.stripe.com/invoice/acct_rec3YwYtgS3peYpX/test_YWNjdF8xU2lwV1BRRVV4Yzd2YXZQLF9UZ1c1REpYZHM0QVpqUU5PcWJkTkJRMHFXeDh3MlE2LDE1NzQyNzEyMg020029ciOAyF/pdf?s=ap',
  plan: 'starter',
  priceId: 'price_reczgLPoziT7jQoIFURwaoyt',
  periodStart: '2025-12-28T01:45:18.000Z',
  periodEnd: '2026-01-28T01:45:18.000Z',
};
const noPeriod = { plan: undefined, priceId: undefined, periodStart: undefined, periodEnd: undefined };
const customer = {
  providerCustomerId: 'cus_recSlIRjn7g2C2',
  userId: 'user_42',
  email: 'buyer1@example.com',
  explicit: false,
};
const pastDue = {
  kind: 'payment_failed',
  providerSubscriptionId: 'sub_recqWVDJGiG3XHbQk9tLTQio',
  providerCustomerId: 'cus_recSlIRjn7g2C2',
  userId: 'user_42',
};

const fixtures: [string, object][] = [
  ['invoice.payment_failed.clover', { status: 'failed' }],
  ['invoice.payment_failed.final.clover', { status: 'failed' }],
  ['invoice.payment_succeeded.kwd', { amount: { minorUnits: 5120, currency: 'kwd' } }],
  ['invoice.payment_succeeded.one-off', { type: 'one_time', providerSubscriptionId: undefined, ...noPeriod }],
  [
    'invoice.payment_succeeded.zero-trial',
    { amount: { minorUnits: 0, currency: 'hkd' }, description: 'Trial period for VIP' },
  ],
];

describe('invoice fixtures', () => {
  it('all have a row in the table', () => {
    expect(fixtures.map(([name]) => name)).toEqual(fixtureNames.filter((name) => name.startsWith('invoice.')));
  });

  it.each(fixtures)('%s', (name, differences) => {
    const { event, result } = readFixture(name);
    const failed = name.includes('failed');
    expect(event.type).toBe(failed ? 'invoice.payment_failed' : 'invoice.payment_succeeded');
    expect(result).toEqual({
      customer,
      payment: { ...invoice, ...differences },
      subscription: failed ? pastDue : undefined,
      warnings: [],
    });
  });
});

/** The payment that an invoice with these fields makes. */
function paid(fields: object, type = 'invoice.paid') {
  const { payment, warnings, subscription, error } = processObject(type, { id: 'in_1', ...fields });
  return { ...payment, warnings, subscription, error };
}

const line = (price: string, more: object = {}) => ({
  pricing: { price_details: { price } },
  period: { start: 1_780_000_000, end: 1_782_000_000 },
  amount: 900,
  ...more,
});
const credit = (price: string) =>
  line(price, { amount: -500, parent: { subscription_item_details: { proration: true } } });
const ofSubscription = { subscription: 'sub_1', metadata: { userId: 'u_1' } };
const known = 'price_reczgLPoziT7jQoIFURwaoyt';
const period = { periodStart: '2026-05-28T20:26:40.000Z', periodEnd: '2026-06-21T00:00:00.000Z' };

describe('the reason of an invoice', () => {
  it.each([
    ['its price, plan and period', [line(known)], { plan: 'starter', priceId: known, ...period }],
    ['of the plan, whatever stands first', [line('price_addon'), line(known)], { plan: 'starter', priceId: known }],
    ['of another item', [line('price_addon')], { plan: undefined, priceId: 'price_addon' }],
    ['what is charged before what is credited', [credit('price_a'), line('price_b')], { priceId: 'price_b' }],
    ['of old API versions', [{ price: { id: known }, amount: 9 }], { plan: 'starter', priceId: known }],
    ['no period of no length', [line(known, { period: { start: 5, end: 5 } })], { priceId: known }, 'periodStart'],
    ['nothing without lines', [], {}, 'priceId'],
  ])('%s', (...[, data, expected, absent = 'none']) => {
    const payment = paid({ ...ofSubscription, lines: { data } });
    expect(payment).toMatchObject(expected);
    expect(payment).not.toHaveProperty(absent);
  });

  it.each([
    ['subscription_cycle', false],
    ['subscription_create', false],
    ['subscription_update', true],
    ['subscription_threshold', true],
    [null, false],
  ])('billed as %s: aside %s, and only a period makes it past due', (billing_reason, aside) => {
    const { subscription, ...payment } = paid({ ...ofSubscription, billing_reason }, 'invoice.payment_failed');
    expect([payment.aside ?? false, subscription === undefined]).toEqual([aside, aside]);
    expect(payment.providerSubscriptionId).toBe('sub_1');
  });

  it('billed by hand: a separate purchase beside the subscription', () => {
    const { subscription, ...payment } = paid(
      { ...ofSubscription, billing_reason: 'manual' },
      'invoice.payment_failed',
    );
    expect(payment).toMatchObject({ type: 'one_time', status: 'failed' });
    expect([subscription, payment.providerSubscriptionId, payment.plan]).toEqual([undefined, undefined, undefined]);
  });
});

describe('the states of an unpaid invoice', () => {
  const hosted_invoice_url = 'https://invoice.stripe.com/i/1';
  const unpaid = { ...ofSubscription, hosted_invoice_url, attempted: true };

  it('the payer has to confirm it: failed, with the page for the confirmation', () => {
    const { subscription, ...payment } = paid(unpaid, 'invoice.payment_action_required');
    expect(payment).toMatchObject({ status: 'failed', actionUrl: hosted_invoice_url });
    expect(subscription).toMatchObject({ kind: 'payment_failed' });
    expect(paid(unpaid, 'invoice.payment_failed').actionUrl).toBeUndefined();
    const odd = paid({ ...unpaid, hosted_invoice_url: 'javascript:alert(1)' }, 'invoice.payment_action_required');
    expect(odd).toMatchObject({ status: 'failed', warnings: ['unusable hosted_invoice_url'] });
    expect(odd.actionUrl).toBeUndefined();
  });

  it.each([
    ['invoice.voided', 'voided'],
    ['invoice.marked_uncollectible', 'uncollectible'],
  ])('%s', (type, writtenOff) => {
    const { subscription, ...payment } = paid(unpaid, type);
    expect(payment).toMatchObject({ status: 'failed', writtenOff });
    expect(subscription).toBeUndefined();
    const never = processObject(type, { id: 'in_1', ...unpaid, attempted: false });
    expect([never.ignored, never.payment]).toEqual(['nobody was asked to pay the invoice', undefined]);
  });
});

describe('invoices of other shapes', () => {
  it.each([
    ['before `parent`', { subscription: 'sub_1', subscription_details: { metadata: { userId: 'u_1' } } }],
    ['expanded', { subscription: { id: 'sub_1' }, metadata: { user_id: 'u_1' } }],
    [
      'by its lines',
      {
        lines: {
          data: [
            { metadata: {} },
            { metadata: { userId: 'u_1' }, parent: { subscription_item_details: { subscription: 'sub_1' } } },
          ],
        },
      },
    ],
    ['by old lines', { lines: { data: [{ subscription: 'sub_1', metadata: { userId: 'u_1' } }] } }],
    ['by an expanded customer', { subscription: 'sub_1', customer: { id: 'cus_1', metadata: { userId: 'u_1' } } }],
  ])('finds subscription and user: %s', (_, fields) => {
    expect(paid(fields)).toMatchObject({ providerSubscriptionId: 'sub_1', userId: 'u_1', type: 'subscription' });
  });

  it('prefers its own metadata for the user, and ignores references', () => {
    const parent = { subscription_details: { subscription: 'sub_1', metadata: { userId: 'parent' } } };
    expect(paid({ parent, metadata: { userId: 'own' } }).userId).toBe('own');
    expect(paid({ parent, client_reference_id: 'reference' }).userId).toBe('parent');
    expect(paid({ parent }).userId).toBe('parent');
  });

  it('counts the amount paid, or the amount due after a failure', () => {
    const money = { currency: 'USD', amount_paid: 100, amount_due: 900, total: 1000 };
    expect(paid(money).amount).toEqual({ minorUnits: 100, currency: 'usd' });
    expect(paid(money, 'invoice.payment_failed').amount).toEqual({ minorUnits: 900, currency: 'usd' });
    expect(paid({ currency: 'usd', amount: 5 }).amount).toEqual({ minorUnits: 5, currency: 'usd' });
  });

  it('reports discounts, from the invoice or its checkout', () => {
    const money = { currency: 'USD', amount_paid: 592, total: 592, subtotal: 1_000 };
    const total_discount_amounts = [
      { amount: 300, discount: 'di_1' },
      { amount: 108, discount: 'di_2' },
    ];
    const amountDiscounted = { minorUnits: 408, currency: 'usd' };
    expect(paid({ ...money, total_discount_amounts })).toMatchObject({ amountDiscounted });
    expect(paid({ ...money, total_discount_amounts }, 'invoice.payment_failed')).toMatchObject({ amountDiscounted });
    expect(paid({ ...money, total_discount_amounts: [] }).amountDiscounted).toBeUndefined();
    const session = { id: 'cs_1', mode: 'payment', payment_status: 'paid', currency: 'usd', amount_total: 592 };
    const { payment } = processObject('checkout.session.completed', {
      ...session,
      total_details: { amount_discount: 408, amount_shipping: 0, amount_tax: 0 },
    });
    expect(payment).toMatchObject({ amount: { minorUnits: 592, currency: 'usd' }, amountDiscounted });
  });

  it('makes no subscription past due when the failed invoice belongs to none', () => {
    expect(paid({}, 'invoice.payment_failed')).toMatchObject({
      type: 'one_time',
      status: 'failed',
      subscription: undefined,
    });
  });

  it.each([
    ['amount_paid', { currency: 'usd', amount_paid: '12.50' }],
    ['amount_paid', { currency: 'usd', amount_paid: 1.5 }],
    ['currency', { currency: 'us dollars', amount_paid: 1250 }],
  ])('leaves out the amount for an unusable %s', (field, fields) => {
    const result = paid(fields);
    expect(result.amount).toBeUndefined();
    expect(result.warnings).toEqual([`unusable ${field}`]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 7])(
    'leaves out the receipt address %j',
    (address) => {
      const result = paid({ hosted_invoice_url: address });
      expect(result.receiptUrl).toBeUndefined();
      expect(result.warnings).toEqual(['unusable hosted_invoice_url']);
    },
  );
});

it.each([undefined, null, '', 7, {}, 'in\u0000', ['in_1']])('fails without a usable invoice id: %j', (id) => {
  for (const type of ['invoice.paid', 'invoice.payment_succeeded', 'invoice.payment_failed']) {
    expect(processObject(type, { id, amount_paid: 1 })).toEqual({
      error: 'the invoice has no usable id',
      warnings: [],
    });
  }
});
