import { expect, test } from 'vitest';
import { checkoutIntervals, type Price, purchasablePlans } from '../../adapters/adapter.ts';
import { listPlans } from './listPlans.ts';

const all: Price[] = purchasablePlans.flatMap((plan) =>
  checkoutIntervals.map((interval) => ({ id: `${plan}_${interval}`, plan, interval })),
);

test('with every price: the whole catalogue, free first', () => {
  const { currency, plans } = listPlans(all);
  expect(currency).toBe('usd');
  expect(
    plans.map(({ name, purchasable, prices, yearlySavingPercent }) => [name, purchasable, prices, yearlySavingPercent]),
  ).toEqual([
    ['free', false, { month: '0.00', year: null, one_time: null }, null],
    ['starter', true, { month: '4.90', year: '49.00', one_time: '49.00' }, 17],
    ['pro', true, { month: '9.90', year: '99.00', one_time: '99.00' }, 17],
    ['enterprise', true, { month: '99.90', year: '999.00', one_time: '999.00' }, 17],
  ]);
});

test('exactly one plan is marked popular', () => {
  expect(listPlans(all).plans.filter(({ popular }) => popular)).toHaveLength(1);
});

test('what has no identifier is not offered, and saves nothing', () => {
  const { plans } = listPlans(all.filter(({ plan, interval }) => plan === 'pro' && interval !== 'year'));
  const shown = plans.map(({ name, prices, yearlySavingPercent }) => ({ name, ...prices, yearlySavingPercent }));
  expect(shown).toEqual([
    { name: 'free', month: '0.00', year: null, one_time: null, yearlySavingPercent: null },
    { name: 'starter', month: null, year: null, one_time: null, yearlySavingPercent: null },
    { name: 'pro', month: '9.90', year: null, one_time: '99.00', yearlySavingPercent: null },
    { name: 'enterprise', month: null, year: null, one_time: null, yearlySavingPercent: null },
  ]);
});

test("no provider's identifier is shown", () => {
  expect(JSON.stringify(listPlans(all))).not.toMatch(/pro_month|starter_year/);
});
