import { expect, test } from 'vitest';
import type { CheckoutInterval } from '../adapters/adapter.ts';
import { seatsOf } from './seats.ts';
import { defaultPlans } from './testing.ts';

const plans = defaultPlans();

function withSeats(seats: { min: number; max: number | 'unlimited' }) {
  return { ...plans, plans: plans.plans.map((plan) => (plan.name === 'enterprise' ? { ...plan, seats } : plan)) };
}

interface Sale {
  seats: { min: number; max: number | 'unlimited' };
  quantity?: number;
  interval: CheckoutInterval;
}

test.each<[string, Sale, number | null]>([
  ['nothing named', { seats: { min: 1, max: 'unlimited' }, interval: 'month' }, 1],
  ['nothing named of a plan for five at least', { seats: { min: 5, max: 20 }, interval: 'year' }, 5],
  ['the fewest', { seats: { min: 5, max: 20 }, quantity: 5, interval: 'month' }, 5],
  ['one too few', { seats: { min: 5, max: 20 }, quantity: 4, interval: 'month' }, null],
  ['the most', { seats: { min: 5, max: 20 }, quantity: 20, interval: 'month' }, 20],
  ['one too many', { seats: { min: 5, max: 20 }, quantity: 21, interval: 'month' }, null],
  ['any number', { seats: { min: 1, max: 'unlimited' }, quantity: 1_000_000, interval: 'month' }, 1_000_000],
  ['once: the fewest', { seats: { min: 5, max: 20 }, interval: 'one_time' }, 5],
  ['once: named', { seats: { min: 5, max: 20 }, quantity: 5, interval: 'one_time' }, 5],
  ['once: more', { seats: { min: 5, max: 'unlimited' }, quantity: 6, interval: 'one_time' }, null],
])('%s', (_name, { seats, ...wanted }, expected) => {
  expect(seatsOf(withSeats(seats), { plan: 'enterprise', ...wanted })).toBe(expected);
});
