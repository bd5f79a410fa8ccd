import { expect, test } from 'vitest';
import { defaultPlans } from '../../../plans/testing.ts';
import { free } from '../../../testing/access/moments.ts';
import { NO_RECORDS } from './ownerRecords.ts';
import { accessAt, bestAt, timeline } from './timeline.ts';

const plans = defaultPlans();
const day = (date: number) => new Date(Date.UTC(2026, 5, date));
const grants = (...all: [plan: string, until: Date | null][]) =>
  timeline({ ...NO_RECORDS, grants: all.map(([plan, until]) => ({ plan, until })) }, plans);
const granted = (plan: string, until: Date | null) => ({ plan, until, endsAt: until, reason: 'granted' });

test('who has nothing is free, always', () => {
  const periods = timeline(NO_RECORDS, plans);
  expect(periods).toMatchObject([{ from: null, ...free('none') }]);
  expect(accessAt(periods, new Date(-1))).toMatchObject(free('none'));
});

test('each period begins where the better one ends, in order of time', () => {
  const periods = grants(['starter', day(20)], ['enterprise', day(3)], ['pro', day(10)], ['pro', day(5)]);
  expect(periods).toMatchObject([
    { from: null, ...granted('enterprise', day(3)) },
    { from: day(3), ...granted('pro', day(10)) },
    { from: day(10), ...granted('starter', day(20)) },
    { from: day(20), ...free('not_live') },
  ]);
  expect(accessAt(periods, day(10))).toMatchObject(granted('starter', day(20)));
  expect(accessAt(periods, day(9))).toMatchObject(granted('pro', day(10)));
});

test('what has no end goes on for ever', () => {
  expect(grants(['pro', null], ['starter', day(3)])).toMatchObject([{ from: null, ...granted('pro', null) }]);
});

test('of a member and the organisation the better counts at each instant', () => {
  const all = [grants(['pro', day(5)]), grants(['starter', day(9)])];
  const at = (date: number) => bestAt(plans, all, day(date));
  expect([at(4), at(5), at(9)]).toMatchObject([{ plan: 'pro' }, { plan: 'starter' }, { plan: 'free' }]);
});

test('no instant is before a timeline', () => {
  expect(() => accessAt([], day(1))).toThrow('A timeline begins before every instant');
});
