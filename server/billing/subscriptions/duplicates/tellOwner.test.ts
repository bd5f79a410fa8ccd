import { expect, test } from 'vitest';
import { defaultPlans } from '../../../plans/testing.ts';
import { planInMail } from './tellOwner.ts';

const end = '2026-12-24T00:00:00.000Z';
const paidFor = {
  interval: 'month',
  quantity: 1,
  plan: 'enterprise',
  priceId: 'price_e',
  amount: '99.90',
  periodEnd: end,
};
const waiting = {
  kind: 'plan',
  waitsAs: 'price',
  at: end,
  from: paidFor,
  to: { interval: 'month', quantity: 1, plan: 'starter', priceId: 'price_s', amount: '4.90' },
};
const starter = {
  status: 'active',
  standing: 'running',
  plan: 'starter',
  interval: 'month',
  priceId: 'price_s',
  quantity: 1,
  currentPeriodEnd: new Date(end),
  scheduledChange: null as unknown,
  amount: '4.90',
  amountKnown: true,
  currency: 'usd',
  taxIncluded: null,
};

test.each([
  ['by the month', {}, 'en', 'Starter, $4.90 per month'],
  ['by the year', { interval: 'year', amount: '49.00' }, 'en', 'Starter, $49.00 per year'],
  ['in German', {}, 'de', 'Starter, 4,90\u00a0$ pro Monat'],
  ['with tax on top', { taxIncluded: false }, 'en', 'Starter, $4.90 per month plus tax'],
  ['of a plan that nobody knows', { plan: 'unknown' }, 'en', '“Unknown plan”, $4.90 per month'],
  ['of one in German', { plan: 'unknown' }, 'de', '„Unbekannter Tarif“, 4,90\u00a0$ pro Monat'],
  ['of an amount that nobody told', { amountKnown: false }, 'en', 'Starter'],
  ['that is paid for, while a smaller one waits', { scheduledChange: waiting }, 'en', 'Enterprise, $99.90 per month'],
] as const)('a mail names the plan and what a period of it costs: %s', (...[, changes, language, expected]) => {
  expect(planInMail(defaultPlans(), { ...starter, ...changes }, language)).toBe(expected);
});
