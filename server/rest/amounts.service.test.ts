import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Explanation } from '../billing/ledger/explain.ts';
import { listReported } from '../billing/subscriptions/duplicates/listReported.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';

const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** The amounts that people and programs see. */
async function told(app: TestApp, cookie: string) {
  const buyer = { cookie };
  const [subscription, [listed], payments, page, saved] = await Promise.all([
    app.subscription(buyer),
    app.subscriptions(buyer),
    app.history(buyer),
    app.trpc<{ subscription: { paid: object } }>(buyer, 'subscription.current'),
    app.trpc<{ subscriptions: object[] }>(buyer, 'account.export'),
  ]);
  return { subscription, listed, payments, paid: page.subscription.paid, saved };
}

describe('tiered prices: there is no single price, and nothing shows 0.00', () => {
  let app: TestApp;
  let billing: BillingCommand;
  let person: Awaited<ReturnType<TestApp['signUp']>>;
  beforeAll(async () => {
    app = await startTestApp();
    billing = openCommand(app);
    person = await app.signUp();
  });
  afterAll(async () => {
    billing.close();
    await app.close();
  });

  const tiered = (status: string) => ({
    id: 'sub_tiered',
    object: 'subscription',
    customer: 'cus_tiered',
    currency: 'hkd',
    status,
    metadata: { userId: person.id },
    discounts: [],
    default_tax_rates: [],
    automatic_tax: { enabled: false, liability: null },
    items: {
      data: [
        {
          id: 'si_tiered',
          quantity: 7,
          current_period_start: NOW - DAY,
          current_period_end: NOW + 29 * DAY,
          // As Stripe sends a tiered price: the tiers are left out unless the request expands them.
          price: {
            id: 'price_pro_month',
            billing_scheme: 'tiered',
            tiers_mode: 'graduated',
            currency: 'hkd',
            unit_amount: null,
            unit_amount_decimal: null,
            recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
          },
        },
      ],
    },
  });
  const explained = async () => {
    const { out } = await billing.run('explain', person.id, '--json');
    return (JSON.parse(out) as Explanation).subscriptions[0];
  };

  test('before the first invoice the currency is known and the amount is not', async () => {
    const created = { id: 'evt_1', type: 'customer.subscription.created', created: NOW - 60 };
    await app.deliver({ ...created, data: { object: tiered('trialing') } });
    const trial = { id: 'in_0', customer: 'cus_tiered', currency: 'hkd', amount_paid: 0, total: 0 };
    const paid = { id: 'evt_2', type: 'invoice.payment_succeeded', created: NOW - 60 };
    const parent = { subscription_details: { subscription: 'sub_tiered', metadata: {} } };
    await app.deliver({ ...paid, data: { object: { ...trial, parent } } });
    const { subscription, listed, paid: shown, saved } = await told(app, person.cookie);
    expect(subscription).toMatchObject({ amount: '0.00', amountKnown: false, currency: 'hkd' });
    expect(listed).toMatchObject({ amountKnown: false, currency: 'hkd', seats: 7 });
    expect(shown).toMatchObject({ amount: null });
    expect(saved.subscriptions).toMatchObject([{ amount: null, amountKnown: false, currency: 'hkd' }]);
    expect(await explained()).toMatchObject({ amount: null, amountKnown: false, currency: 'hkd' });
    const { out } = await billing.run('explain', person.id);
    expect(out).toMatch(/alpha sub_tiered +pro \(month\) +not known +trialing/);
  });

  test('after the first invoice the amount is the invoiced one and is not called a price', async () => {
    const parent = { subscription_details: { subscription: 'sub_tiered', metadata: {} } };
    const invoice = { id: 'in_1', customer: 'cus_tiered', currency: 'hkd', amount_paid: 28_800, total: 28_800, parent };
    const event = { id: 'evt_3', type: 'invoice.payment_succeeded', created: NOW - 30 };
    await app.deliver({ ...event, data: { object: invoice } });
    const { subscription, listed, paid, saved } = await told(app, person.cookie);
    expect(subscription).toMatchObject({ amount: '288.00', amountKnown: false, currency: 'hkd' });
    expect(listed).toMatchObject({ amount: '288.00', amountKnown: false });
    expect(paid).toMatchObject({ amount: null });
    expect(saved.subscriptions).toMatchObject([{ amount: '288.00', amountKnown: false }]);
    expect(await explained()).toMatchObject({ amount: '288.00', amountKnown: false });
    const { out } = await billing.run('explain', person.id);
    expect(out).toMatch(/288\.00 hkd \(as last billed\)/);
  });

  test('an operator who chooses between two subscriptions sees no 0.00 either, and where tax is added', async () => {
    const [item] = tiered('active').items.data;
    const price = { id: 'price_starter_month', currency: 'usd', unit_amount: 490, recurring: { interval: 'month' } };
    const taxed = { items: { data: [{ ...item, price }] }, default_tax_rates: [{ inclusive: false }] };
    const second = { ...tiered('active'), id: 'sub_flat', currency: 'usd', ...taxed };
    const event = { id: 'evt_4', type: 'customer.subscription.created', created: NOW - 20, data: { object: second } };
    await app.deliver(event);
    const { prisma } = app.deps.billing.database;
    const { id } = await prisma.subscription.findFirstOrThrow({ where: { providerSubscriptionId: 'sub_flat' } });
    const reported = { subscriptionId: id, userId: person.id, state: 'reported' };
    await prisma.duplicate.upsert({ where: { subscriptionId: id }, create: reported, update: reported });
    const [owner] = await listReported(app.deps.billing);
    const amounts = owner?.subscriptions.map(({ plan, amount, taxIncluded }) => [plan, amount, taxIncluded]).sort();
    expect(amounts).toEqual([
      ['pro', null, null],
      ['starter', '34.30', false],
    ]);
  });
});

/** A plan's period for 10.00 with 2.10 tax on top or 1.74 tax included, as each provider reports it. */
const bodies: Record<string, (inside: boolean, userId: string) => object[]> = {
  alpha(inside, userId) {
    const tax_behavior = inside ? 'inclusive' : 'exclusive';
    const recurring = { interval: 'month', interval_count: 1 };
    const price = { id: 'price_pro_month', currency: 'eur', unit_amount: 1_000, tax_behavior, recurring };
    const period = { current_period_start: NOW - DAY, current_period_end: NOW + 29 * DAY };
    const automatic_tax = { disabled_reason: null, enabled: true, liability: { type: 'self' } };
    const of = { customer: 'cus_1', currency: 'eur', metadata: { userId }, automatic_tax };
    const items = { data: [{ id: 'si_1', quantity: 1, price, ...period }] };
    const [tax, total] = inside ? [174, 1_000] : [210, 1_210];
    const total_taxes = [{ amount: tax, tax_behavior, taxable_amount: total - tax, type: 'tax_rate_details' }];
    const parent = { subscription_details: { subscription: 'sub_1', metadata: { userId } } };
    const invoice = { ...of, id: 'in_1', parent, subtotal: 1_000, total, amount_due: total, amount_paid: total };
    const event = (type: string, object: object) => ({ id: `evt_${type}`, type, created: NOW - 60, data: { object } });
    return [
      event('customer.subscription.created', { ...of, id: 'sub_1', status: 'active', items }),
      event('invoice.payment_succeeded', { ...invoice, total_taxes, total_discount_amounts: [] }),
    ];
  },
  beta(inside, userId) {
    const tax_mode = inside ? 'inclusive' : 'exclusive';
    const product = {
      id: 'prod_1',
      object: 'product',
      price: 1_000,
      currency: 'EUR',
      billing_period: 'every-month',
      tax_mode,
    };
    const start = (NOW - DAY) * 1000;
    const period = { period_start: start, period_end: start + 30 * DAY * 1000 };
    const money = inside ? { amount_paid: 1_000, tax_amount: 174 } : { amount_paid: 1_210, tax_amount: 210 };
    const last_transaction = { id: 'tran_1', amount: 1_000, ...money, currency: 'EUR', status: 'paid', ...period };
    const object = {
      id: 'sub_1',
      object: 'subscription',
      product,
      customer: { id: 'cust_1', email: 'a@b.co' },
      status: 'active',
      created_at: iso(NOW - DAY),
      current_period_start_date: iso(NOW - DAY),
      current_period_end_date: iso(NOW + 29 * DAY),
      metadata: { userId },
      last_transaction: { ...last_transaction, discount_amount: 0, created_at: start },
    };
    return [{ id: 'evt_1', eventType: 'subscription.paid', created_at: NOW * 1000, object }];
  },
  gamma(inside, userId) {
    const tax_behavior = inside ? 'inclusive' : 'exclusive';
    const price = { amount_type: 'fixed', price_currency: 'eur', price_amount: 1_000, tax_behavior, type: 'recurring' };
    const of = { customer_id: 'c_1', product_id: 'p_1', currency: 'eur', metadata: { userId } };
    const subscription = {
      ...of,
      id: 's_1',
      amount: 1_000,
      recurring_interval: 'month',
      status: 'active',
      current_period_start: iso(NOW - DAY),
      current_period_end: iso(NOW + 29 * DAY),
      discount: null,
      prices: [price],
    };
    const money = inside
      ? { subtotal_amount: 1_000, net_amount: 826, tax_amount: 174, total_amount: 1_000 }
      : { subtotal_amount: 1_000, net_amount: 1_000, tax_amount: 210, total_amount: 1_210 };
    const order = { ...of, ...money, id: 'o_1', status: 'paid', discount_amount: 0, subscription_id: 's_1' };
    return [
      { type: 'subscription.active', timestamp: iso(NOW - 60), data: subscription },
      { type: 'order.paid', timestamp: iso(NOW - 60), data: { ...order, billing_reason: 'subscription_create' } },
    ];
  },
};

describe.each(Object.keys(bodies))('tax at %s', (provider) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      PAYMENT_PROVIDER: provider,
      GAMMA_PRICE_PRO_MONTH: 'p_1',
      BETA_PRICE_PRO_MONTH: 'prod_1',
    });
  });
  afterAll(() => app.close());

  const bought = async (inside: boolean) => {
    await app.deps.billing.database.pool.query('TRUNCATE customer, subscription, payment, webhook_event');
    const person = await app.signUp();
    for (const body of bodies[provider]?.(inside, person.id) ?? []) {
      expect((await app.deliver(body)).status).toBe(200);
    }
    return told(app, person.cookie);
  };

  test('added on top: the payment is the amount paid, and a price without tax is marked as such', async () => {
    const { listed, payments } = await bought(false);
    expect(payments).toMatchObject([{ amount: '12.10', amountDiscounted: null, currency: 'eur' }]);
    // Creem's last transaction gives the period's total with tax.
    const price =
      provider === 'beta' ? { amount: '12.10', taxIncluded: true } : { amount: '10.00', taxIncluded: false };
    expect(listed).toMatchObject({ ...price, amountKnown: true, currency: 'eur', plan: 'pro' });
  });

  test('included: the price and the payment are equal', async () => {
    const { listed, payments } = await bought(true);
    expect(payments).toMatchObject([{ amount: '10.00', amountDiscounted: null }]);
    expect(listed).toMatchObject({ amount: '10.00', taxIncluded: true, amountKnown: true });
  });
});
