import { expect, test } from 'vitest';
import { endOf } from './subscription.ts';

const on = (day: number) => new Date(Date.UTC(2026, 9, day));
const ended = { status: 'canceled', canceledAt: on(10), currentPeriodEnd: on(31), lastEventAt: on(10) };

test.each([
  ['at once', {}, on(10)],
  ['at the end of the period, as asked before', { lastEventAt: on(31) }, on(31)],
  ['at the end, which was told late', { lastEventAt: on(33) }, on(31)],
  ['at once, after it was asked to end later', { lastEventAt: on(20) }, on(20)],
  ['long after its last paid period', { canceledAt: on(40), lastEventAt: on(45) }, on(45)],
  ['nobody knows when it was asked for', { canceledAt: null }, on(31)],
  ['not', { status: 'active' }, null],
])('it ended %s', (...[, changes, expected]) => {
  expect(endOf({ ...ended, ...changes })).toEqual(expected);
});
