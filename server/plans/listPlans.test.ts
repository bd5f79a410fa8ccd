import { expect, test } from 'vitest';
import { checkoutIntervals, type Price } from '../adapters/adapter.ts';
import { soldPlans } from './catalogue.ts';
import { listPlans } from './listPlans.ts';
import { defaultPlans, readText } from './testing.ts';

const plans = defaultPlans();
const all: Price[] = soldPlans(plans).flatMap(({ name: plan }) =>
  checkoutIntervals.map((interval) => ({ id: `${plan}_${interval}`, plan, interval })),
);

test('with every price: the whole catalogue, free first', () => {
  const list = listPlans(plans, all);
  expect(list.currency).toBe('usd');
  expect(
    list.plans.map(({ name, purchasable, prices, yearlySavingPercent }) => [
      ...[name, purchasable, prices, yearlySavingPercent],
    ]),
  ).toEqual([
    ['free', false, { month: '0.00', year: null, one_time: null }, null],
    ['starter', true, { month: '4.90', year: '49.00', one_time: '49.00' }, 17],
    ['pro', true, { month: '9.90', year: '99.00', one_time: '99.00' }, 17],
    ['enterprise', true, { month: '99.90', year: '999.00', one_time: '999.00' }, 17],
  ]);
});

test('trials, seats and the one popular plan', () => {
  const shown = listPlans(plans, all).plans.map(({ name, trialDays, seats, popular }) => [
    name,
    trialDays,
    seats.max,
    popular,
  ]);
  expect(shown).toEqual([
    ['free', 0, 1, false],
    ['starter', 7, 1, false],
    ['pro', 14, 1, true],
    ['enterprise', 30, null, false],
  ]);
});

test('texts are returned in each language, with limits and plural forms filled in', () => {
  const features = listPlans(plans, all).plans.map(({ features: [first] }) => first);
  expect(features.slice(0, 3)).toEqual([
    { key: 'projects', limit: 1, texts: { en: '1 project', de: '1 Projekt' } },
    { key: 'projects', limit: 3, texts: { en: 'Up to 3 projects', de: 'Bis zu 3 Projekte' } },
    { key: 'projects', limit: 10, texts: { en: 'Up to 10 projects', de: 'Bis zu 10 Projekte' } },
  ]);
});

test('pro has the five features of the specification, enterprise its eight', () => {
  const count = (name: string) => listPlans(plans, all).plans.find((plan) => plan.name === name)?.features.length;
  expect([count('pro'), count('enterprise')]).toEqual([5, 8]);
});

test('a price without an identifier is not offered and shows no saving; a plan without any is not shown', () => {
  const offered = all.filter(({ plan, interval }) => plan === 'pro' && interval !== 'year');
  const shown = listPlans(plans, offered).plans.map(({ name, prices, yearlySavingPercent }) => ({
    name,
    ...prices,
    yearlySavingPercent,
  }));
  expect(shown).toEqual([
    { name: 'free', month: '0.00', year: null, one_time: null, yearlySavingPercent: null },
    { name: 'pro', month: '9.90', year: null, one_time: '99.00', yearlySavingPercent: null },
  ]);
});

test('a plan that is no longer sold is not shown, but keeps its name', () => {
  const { catalogue } = readText(`currency: eur
plans:
  free: { rank: 0, texts: { en: { name: Free } } }
  gold: { rank: 2, texts: { en: { name: Gold }, de: { name: Edel } }, prices: { month: '5' } }
  silver: { rank: 1, texts: { en: { name: Silver } }, sold: false }`);
  const list = catalogue && listPlans(catalogue, [{ id: 'g', plan: 'gold', interval: 'month' }]);
  expect(list?.plans.map(({ name, prices }) => [name, prices.month])).toEqual([
    ['free', '0.00'],
    ['gold', '5.00'],
  ]);
  expect(list?.names).toEqual({
    free: { en: 'Free' },
    silver: { en: 'Silver' },
    gold: { en: 'Gold', de: 'Edel' },
  });
});

test('says whether a paused plan can be used', () => {
  const file =
    'currency: usd\nplans:\n  free: { rank: 0, texts: { en: { name: Hobby } } }\n  gold: { rank: 1, texts: { en: { name: Gold } }, prices: { month: "5" } }\n';
  const kept = (text: string) => {
    const { catalogue } = readText(text);
    return catalogue && listPlans(catalogue, []).pauseKeepsAccess;
  };
  expect([kept(file), kept(`${file}access: { paused: keep }`)]).toEqual([false, true]);
});

test('each price says whether the tax comes on top of it', () => {
  const offered = all
    .filter(({ interval }) => interval !== 'one_time')
    .map((price) => ({ ...price, taxIncluded: price.plan === 'pro' ? price.interval === 'year' : null }));
  const shown = listPlans(plans, offered).plans.map(({ name, taxIncluded }) => [name, taxIncluded]);
  const none = { month: null, year: null, one_time: null };
  expect(shown.slice(0, 3)).toEqual([
    ['free', none],
    ['starter', none],
    ['pro', { ...none, month: false, year: true }],
  ]);
});

test("no provider's identifier is shown", () => {
  expect(JSON.stringify(listPlans(plans, all))).not.toMatch(/pro_month|starter_year/);
});
