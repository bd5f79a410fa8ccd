import { expect, test } from 'vitest';
import type { PlanAction } from '../planAction.ts';
import { lineOfOffer } from './offer.ts';

const money = { amount: '9.90', currency: 'usd', taxIncluded: null };

test.each<[string, PlanAction, 'month' | 'year' | 'one_time', Date, string[]]>([
  ['a trial', { kind: 'trial', days: 14 }, 'month', new Date(2026, 10, 21), ['due 0 11-21', 'first 9.90 12-5']],
  ['a month', { kind: 'subscribe' }, 'month', new Date(2026, 10, 21), ['due 9.90 11-21', 'renews 9.90 12-21']],
  ['a shorter month', { kind: 'subscribe' }, 'month', new Date(2026, 0, 31), ['due 9.90 1-31', 'renews 9.90 2-28']],
  ['a year', { kind: 'resubscribe' }, 'year', new Date(2028, 1, 29), ['due 9.90 2-29', 'renews 9.90 2-28']],
  ['once', { kind: 'buy' }, 'one_time', new Date(2026, 10, 21), []],
  ['a change, which has a preview', { kind: 'switch_plan' }, 'month', new Date(2026, 10, 21), []],
])('the line of an offer: %s', (...[, action, interval, now, expected]) => {
  const points = lineOfOffer(action, { plan: 'basic', interval, money, seats: 1, now });
  const said = points.map(({ kind, money: sum, at }) => {
    const day = new Date(at ?? 0);
    return `${kind} ${sum?.amount} ${day.getMonth() + 1}-${day.getDate()}`;
  });
  expect(said).toEqual(expected);
});
