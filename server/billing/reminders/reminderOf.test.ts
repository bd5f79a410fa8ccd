import { expect, test } from 'vitest';
import type { Subscription } from '../../database/generated/client.ts';
import { reminderOf } from './reminderOf.ts';

const now = new Date('2026-11-20T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const days = { trial: 3, year: 30 };

const trial = {
  status: 'trialing',
  standing: 'running',
  plan: 'pro',
  interval: 'month',
  amount: '9.90',
  amountKnown: true,
  amountDiscounted: null,
  discountUntil: null,
  currency: 'usd',
  priceId: 'price_pro',
  quantity: 1,
  currentPeriodEnd: inDays(2),
  trialEnd: inDays(2),
  cancelAtPeriodEnd: false,
  cancelAt: null,
  scheduledChange: null,
} as unknown as Subscription;
const year = { status: 'active', interval: 'year', amount: '99.00', trialEnd: null, currentPeriodEnd: inDays(20) };
const to = { plan: 'starter', interval: 'month', quantity: 1, priceId: 'price_s', amount: '4.90' };
const from = { ...to, plan: 'pro', interval: 'year', priceId: 'price_pro', amount: '99.00' };
const waiting = (kind: 'plan' | 'pause') => ({
  kind,
  at: inDays(20).toISOString(),
  waitsAs: 'schedule',
  from: { ...from, periodEnd: inDays(20).toISOString() },
  ...(kind === 'plan' && { to }),
});

test.each([
  ['a trial that ends', {}, ['trial', 2, 'pro', '9.90']],
  ['a trial that ends later', { trialEnd: inDays(4), currentPeriodEnd: inDays(4) }, null],
  ['a trial that is over', { trialEnd: inDays(-1), currentPeriodEnd: inDays(-1) }, null],
  ['a trial of an unknown price', { amountKnown: false }, ['trial', 2, 'pro', null]],
  ['a canceled trial', { cancelAtPeriodEnd: true }, null],
  ['a trial that ends before its charge', { cancelAt: inDays(1) }, null],
  ['a trial that goes on until later', { cancelAt: inDays(60) }, ['trial', 2, 'pro', '9.90']],
  ['a year', year, ['year', 20, 'pro', '99.00']],
  ['a year that renews later', { ...year, currentPeriodEnd: inDays(31) }, null],
  ['a canceled year', { ...year, cancelAtPeriodEnd: true }, null],
  ['a year that is not paid', { ...year, status: 'past_due' }, null],
  ['a year that has ended', { ...year, status: 'canceled' }, null],
  ['a paused year', { ...year, status: 'incomplete', standing: 'paused' }, null],
  ['a year that nothing is collected for', { ...year, standing: 'paused' }, null],
  ['a year that pauses then', { ...year, scheduledChange: waiting('pause') }, null],
  ['a year that becomes another plan', { ...year, scheduledChange: waiting('plan') }, ['year', 20, 'starter', '4.90']],
  [
    'a year that becomes another plan, with a discount',
    { ...year, amountDiscounted: '10.00', scheduledChange: waiting('plan') },
    ['year', 20, 'starter', null],
  ],
  [
    'a year that becomes another plan, with a discount of unknown size',
    { ...year, amountKnown: false, scheduledChange: waiting('plan') },
    ['year', 20, 'starter', null],
  ],
  [
    'a year that becomes another plan when its discount is over',
    { ...year, amountDiscounted: '10.00', discountUntil: inDays(1), scheduledChange: waiting('plan') },
    ['year', 20, 'starter', '4.90'],
  ],
  [
    'a year whose discount is over by then',
    { ...year, amount: '89.00', amountDiscounted: '10.00', discountUntil: inDays(1) },
    ['year', 20, 'pro', '99.00'],
  ],
  ['a month', { ...year, interval: 'month' }, null],
] as const)('%s', (_, changes, expected) => {
  const reminder = reminderOf({ ...trial, ...changes } as Subscription, { now, days });
  const told = reminder && [reminder.kind, (reminder.chargeAt.getTime() - now.getTime()) / 86_400_000];
  expect(told && [...told, reminder.next.plan, reminder.next.amount]).toEqual(expected);
});

test('none is sent that nobody asked for', () => {
  expect(reminderOf(trial, { now, days: { trial: 0, year: 30 } })).toBeNull();
  expect(reminderOf({ ...trial, ...year } as Subscription, { now, days: { trial: 3, year: 0 } })).toBeNull();
});
