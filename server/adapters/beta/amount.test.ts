import { expect, test } from 'vitest';
import { amountOf } from './amount.ts';

const start = Date.UTC(2026, 1, 5);
const end = Date.UTC(2026, 2, 5);
const subscription = {
  status: 'active',
  created_at: '2026-01-05T00:00:00.000Z',
  current_period_start_date: '2026-02-05T00:00:00.000Z',
  current_period_end_date: '2026-03-05T00:00:00.000Z',
  product: { id: 'prod_1', price: 1_000, currency: 'EUR' },
};
const paid = { id: 'tran_1', currency: 'EUR', status: 'paid', period_start: start, period_end: end, created_at: start };
const eur = (minorUnits: number) => ({ minorUnits, currency: 'eur' });
const charged = (transaction: object, more: object = {}) =>
  amountOf({ ...subscription, ...more, last_transaction: { ...paid, ...transaction } }, []);

const DAY_MS = 86_400_000;
const noon = start + DAY_MS / 2;
const yearly = { ...subscription.product, price: 9_900 };

test.each([
  {
    of: 'a change of interval, which began a period',
    transaction: { amount: 8_943, amount_paid: 8_943, created_at: noon, period_start: noon },
    more: { current_period_start_date: new Date(noon).toISOString(), product: yearly },
    minorUnits: 9_900,
  },
  {
    of: 'a change of interval at the time of day at which it was bought',
    transaction: { amount: 8_943, amount_paid: 8_943 },
    more: { product: { ...yearly, billing_period: 'every-year' } },
    minorUnits: 9_900,
  },
  {
    of: 'a renewal of another product, before a change without a charge',
    transaction: { amount: 990, amount_paid: 990 },
    more: { items: [{ product_id: 'prod_1', units: 1, updated_at: new Date(start + DAY_MS).toISOString() }] },
    minorUnits: 1_000,
  },
  {
    of: 'more seats, hours after a renewal',
    transaction: { amount: 599, amount_paid: 599, created_at: start + DAY_MS / 4 },
    more: { items: [{ product_id: 'prod_1', units: 1, updated_at: new Date(start + DAY_MS / 4).toISOString() }] },
    minorUnits: 1_000,
  },
  {
    of: 'more seats, seconds after a renewal',
    transaction: { amount: 599, amount_paid: 599, created_at: start + 20_000 },
    more: { items: [{ product_id: 'prod_1', units: 2, updated_at: new Date(start + 20_000).toISOString() }] },
    minorUnits: 2_000,
  },
  {
    of: 'a renewal with its item as it was',
    transaction: { amount: 599, amount_paid: 599 },
    more: { items: [{ updated_at: start }] },
    minorUnits: 599,
  },
  {
    of: 'a renewal after a trial, a few seconds late',
    transaction: { amount: 599, amount_paid: 599, created_at: start + 9_000 },
    more: { created_at: '2026-01-22T00:00:07.000Z' },
    minorUnits: 599,
  },
])('a charge is the price only of a whole period of the same product: $of', ({ transaction, more, minorUnits }) => {
  expect(charged(transaction, more).amount).toEqual(eur(minorUnits));
});

test.each([
  ['an older price with a discount', { amount: 599, amount_paid: 0, discount_amount: 599, created_at: 1 }, 0],
  ['an older price, renewed', { amount: 599, amount_paid: 599 }, 599],
  ['what a change in the period cost', { amount: 310, amount_paid: 310, created_at: start + 9 * 86_400_000 }, 1_000],
  ['the price with tax', { amount: 1_000, amount_paid: 1_190, created_at: 1 }, 1_190],
])('the amount is the price of a whole period: %s', (_, transaction, minorUnits) => {
  expect(charged(transaction).amount).toEqual(eur(minorUnits));
});

const discount = { id: 'dis_1', discountCode: 'FIFTH', type: 'percentage', amount: 20 };
const cheaper = { amount: 1_000, amount_paid: 800, discount_amount: 200 };

test.each([
  ['without an end', { ...discount, duration: 'forever' }, null],
  [
    'of some months, from the subscription on',
    { ...discount, duration: 'repeating', durationInMonths: 3 },
    '2026-04-05',
  ],
  ["in the API's own words", { ...discount, duration: 'repeating', duration_in_months: 1 }, '2026-02-05'],
])('reports a discount %s with its end', (_, told, until) => {
  const discountUntil = until && `${until}T00:00:00.000Z`;
  const expected = { amount: eur(800), amountDiscounted: eur(200), discountUntil };
  expect(charged(cheaper, { discount: told })).toMatchObject(expected);
  // An event that names no transaction has the price and the discount.
  expect(amountOf({ ...subscription, discount: told }, [])).toMatchObject(expected);
});

test('a discounted charge for a change in the period is not the price, though it may name the whole period', () => {
  const change = { amount: 310, amount_paid: 248, discount_amount: 62, created_at: start + 9 * DAY_MS };
  const told = charged(change, { discount: { ...discount, duration: 'forever' } });
  expect(told).toMatchObject({ amount: eur(800), amountDiscounted: eur(200) });
});

test('a discount on the first invoice only does not change later ones', () => {
  const none = { amountDiscounted: null, discountUntil: null };
  const once = { discount: { ...discount, duration: 'once' } };
  expect(charged(cheaper, once)).toMatchObject({ amount: eur(1_000), ...none });
  expect(
    amountOf({ ...subscription, discount: { type: 'fixed', amount: 300, duration: 'forever' } }, []),
  ).toMatchObject({
    amount: eur(700),
    amountDiscounted: eur(300),
  });
});

const total = (minorUnits: number, taxIncluded: boolean | null) => ({ amount: eur(minorUnits), taxIncluded });

test.each([
  ['on top, in the price alone', { tax_mode: 'exclusive', transaction: undefined, expected: total(1_000, false) }],
  [
    'on top, as it was paid',
    {
      tax_mode: 'exclusive',
      transaction: { amount: 1_000, amount_paid: 1_210, tax_amount: 210 },
      expected: total(1_210, true),
    },
  ],
  [
    'inside',
    {
      tax_mode: 'inclusive',
      transaction: { amount: 1_000, amount_paid: 1_000, tax_amount: 174 },
      expected: total(1_000, true),
    },
  ],
  [
    'none: a company in another country',
    {
      tax_mode: 'exclusive',
      transaction: { amount: 1_000, amount_paid: 1_000, tax_amount: 0 },
      expected: total(1_000, null),
    },
  ],
  [
    'on top of what a discount left',
    {
      tax_mode: 'exclusive',
      transaction: { amount: 1_000, amount_paid: 952, discount_amount: 200, tax_amount: 152 },
      expected: { ...total(952, true), amountDiscounted: eur(238) },
    },
  ],
])('tax %s', (_, { tax_mode, transaction, expected }) => {
  const product = { ...subscription.product, tax_mode };
  const told = transaction ? charged(transaction, { product }) : amountOf({ ...subscription, product }, []);
  expect(told).toMatchObject(expected);
});
