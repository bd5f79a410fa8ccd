import { expect, test } from 'vitest';
import type { PlanView } from '../trpc.ts';
import { offeredIntervals, shownInterval } from './offeredIntervals.ts';

const plan = (prices: Partial<PlanView['prices']>): PlanView => ({
  name: 'pro',
  purchasable: true,
  popular: false,
  texts: { en: { name: 'Pro' } },
  prices: { month: null, year: null, one_time: null, ...prices },
  taxIncluded: { month: null, year: null, one_time: null },
  yearlySavingPercent: null,
  trialDays: 0,
  seats: { min: 1, max: 1 },
  features: [],
});
const free = { ...plan({ month: '0.00' }), name: 'free', purchasable: false };

test('offers no interval for plans that cannot be bought', () => {
  expect(offeredIntervals([free, plan({ year: '99.00' })])).toEqual(['year']);
  expect(offeredIntervals([free])).toEqual([]);
});

test('replaces an interval without an offer by the first interval with one', () => {
  expect(shownInterval([free, plan({ year: '99.00' })], 'month')).toBe('year');
  expect(shownInterval([plan({ month: '9.90', year: '99.00' })], 'year')).toBe('year');
  expect(shownInterval([free], 'one_time')).toBe('one_time');
});
