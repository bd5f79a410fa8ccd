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

test.each([
  ['an older price with a discount', { amount: 599, amount_paid: 0, discount_amount: 599, created_at: 1 }, 0],
  ['an older price, renewed', { amount: 599, amount_paid: 599 }, 599],
  ['what a change in the period cost', { amount: 310, amount_paid: 310, created_at: start + 9 * 86_400_000 }, 1_000],
  ['the price with tax', { amount: 1_000, amount_paid: 1_190, created_at: 1 }, 1_190],
])('a period costs what is paid for a whole one: %s', (_, transaction, minorUnits) => {
  const data = { ...subscription, last_transaction: { ...paid, ...transaction } };
  expect(amountOf(data, [])).toEqual({ minorUnits, currency: 'eur' });
});
