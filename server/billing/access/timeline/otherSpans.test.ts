import { describe, expect, test } from 'vitest';
import { defaultPlans } from '../../../plans/testing.ts';
import { days, free, now } from '../../../testing/access/moments.ts';
import type { GrantRecord, PurchaseRecord } from './ownerRecords.ts';
import { accessAt, timeline } from './timeline.ts';

const plans = defaultPlans();

const bought = (day: number, accessDays: number, more: Partial<PurchaseRecord> = {}): PurchaseRecord => ({
  status: 'succeeded',
  amount: '99.00',
  amountRefunded: '0.00',
  currency: 'usd',
  dispute: null,
  writtenOff: null,
  paidAt: days(day),
  failedAt: null,
  lastEventAt: days(day),
  createdAt: days(day),
  plan: 'pro',
  accessDays,
  ...more,
});
const given = (ends: number | null, plan = 'pro'): GrantRecord => ({ plan, until: ends === null ? null : days(ends) });
const decide = (records: { purchases?: PurchaseRecord[]; grants?: GrantRecord[] }, policy = {}) => {
  const all = { subscriptions: [], purchases: [], grants: [], ...records };
  return accessAt(timeline(all, { ...plans, access: { ...plans.access, ...policy } }), now);
};
const pro = (reason: string, until: Date | null) => ({ plan: 'pro', until, endsAt: until, reason, seats: 1 });

describe('one-time purchases', () => {
  const refunded = { amountRefunded: '99.00' };
  test.each<[string, PurchaseRecord[], object]>([
    ['one gives its plan for its days', [bought(-10, 30)], pro('purchased', days(20))],
    ['and no longer', [bought(-30, 30)], free('not_live')],
    ['for ever', [bought(-900, 0)], pro('purchased', null)],
    ['a second one begins where the first ends', [bought(-10, 30), bought(-5, 30)], pro('purchased', days(50))],
    ['after a gap when it is paid', [bought(-50, 30), bought(-5, 30)], pro('purchased', days(25))],
    ['what was refunded is left out', [bought(-10, 30, refunded), bought(-5, 30)], pro('purchased', days(25))],
    ['alone it gives nothing', [bought(-10, 30, refunded)], free('refunded')],
    ['nor if it was for ever', [bought(-10, 0, refunded)], free('refunded')],
    ['one of the same instant that ran out', [bought(-40, 365, refunded), bought(-40, 30)], free('not_live')],
    ['until its days are over', [bought(-30, 30, refunded)], free('not_live')],
    ['a later one that ran out', [bought(-40, 365, refunded), bought(-35, 30)], free('not_live')],
    ['what was refunded last', [bought(-35, 30), bought(-5, 30, refunded)], free('refunded')],
    ['for ever, and a later one that ran out', [bought(-40, 0, refunded), bought(-35, 30)], free('not_live')],
    ['one of them for ever', [bought(-10, 30), bought(-5, 0)], pro('purchased', null)],
    ['each plan for itself', [bought(-10, 365, { plan: 'starter' }), bought(-5, 30)], pro('purchased', days(25))],
    ['a dispute that was lost', [bought(-5, 30, { dispute: 'lost' })], free('disputed')],
    ['a plan that the file lacks', [bought(-5, 30, { plan: 'gold' })], free('unknown_plan')],
  ])('%s', (_name, purchases, expected) => {
    expect(decide({ purchases })).toMatchObject(expected);
    expect(decide({ purchases: purchases.toReversed() })).toMatchObject(expected);
  });

  test('refunds and disputes follow the policy', () => {
    expect(decide({ purchases: [bought(-5, 30, refunded)] }, { refund_full: 'keep' })).toMatchObject({ plan: 'pro' });
    const partly = bought(-5, 30, { amountRefunded: '1.00' });
    expect(decide({ purchases: [partly] })).toMatchObject({ plan: 'pro' });
    expect(decide({ purchases: [partly] }, { refund_partial: 'end' })).toMatchObject(free('refunded'));
  });
});

describe("operators' grants", () => {
  test.each<[string, GrantRecord[], object, object]>([
    ['until a date', [given(3)], {}, pro('granted', days(3))],
    ['and no longer', [given(0)], {}, free('not_live')],
    ['for ever', [given(null)], {}, pro('granted', null)],
    ['of a plan that the file lacks', [given(3, 'gold')], {}, free('unknown_plan')],
    ['where the policy ends them', [given(3)], { grants: 'end' }, free('not_live')],
    ['the longest of one plan', [given(3), given(9), given(5)], {}, pro('granted', days(9))],
  ])('%s', (...[, grants, policy, expected]) => {
    expect(decide({ grants }, policy)).toMatchObject(expected);
  });
});
