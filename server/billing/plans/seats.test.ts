import { expect, test } from 'vitest';
import type { CheckoutInterval } from '../../adapters/adapter.ts';
import { seatsOf } from './seats.ts';
import { defaultPlans } from './testing.ts';

const plans = defaultPlans();

function withSeats(seats: { min: number; max: number | 'unlimited' }) {
  return { ...plans, plans: plans.plans.map((plan) => (plan.name === 'enterprise' ? { ...plan, seats } : plan)) };
}

test.each<[string, { min: number; max: number | 'unlimited' }, number | undefined, CheckoutInterval, number | null]>([
  ['nothing named', { min: 1, max: 'unlimited' }, undefined, 'month', 1],
  ['nothing named of a plan for five at least', { min: 5, max: 20 }, undefined, 'year', 5],
  ['the fewest', { min: 5, max: 20 }, 5, 'month', 5],
  ['one too few', { min: 5, max: 20 }, 4, 'month', null],
  ['the most', { min: 5, max: 20 }, 20, 'month', 20],
  ['one too many', { min: 5, max: 20 }, 21, 'month', null],
  ['any number', { min: 1, max: 'unlimited' }, 1_000_000, 'month', 1_000_000],
  ['once: the fewest', { min: 5, max: 20 }, undefined, 'one_time', 5],
  ['once: named', { min: 5, max: 20 }, 5, 'one_time', 5],
  ['once: more', { min: 5, max: 'unlimited' }, 6, 'one_time', null],
])('%s', (_name, seats, quantity, interval, expected) => {
  expect(seatsOf(withSeats(seats), { plan: 'enterprise', interval, quantity })).toBe(expected);
});
