import { describe, expect, it } from 'vitest';
import type { PlanView } from '../trpc.ts';
import { planAction, type Standing } from './planAction.ts';
import { pro } from './sample.ts';

const free: PlanView = { ...pro, name: 'free', purchasable: false };
const nothing: NonNullable<Standing['access']> = { plan: 'free', covers: [], through: 'self', owned: [] };
const newcomer: Standing = { signedIn: true, subscription: null, proven: true, trialAvailable: true, access: nothing };

function holder(changes: Partial<NonNullable<Standing['subscription']>>): Standing {
  const isLive = changes.status === undefined || changes.status === 'trialing' || changes.status === 'past_due';
  const active = {
    status: 'active',
    isLive,
    plan: 'pro',
    interval: 'month',
    cancelAtPeriodEnd: false,
    former: null,
    seats: 1,
    paused: false,
    cancelAt: null,
    isPlanKnown: changes.plan !== 'unknown',
  } as const;
  const subscription = { ...active, ...changes };
  return { signedIn: true, subscription, proven: true, trialAvailable: false, access: nothing };
}

describe('planAction', () => {
  it.each([
    ['signed out', { ...newcomer, signedIn: false }, 'trial'],
    ['a newcomer', newcomer, 'trial'],
    ['trial used up', { ...newcomer, trialAvailable: false }, 'subscribe'],
    ['address unconfirmed', { ...newcomer, trialAvailable: false, trialNeedsProof: true }, 'subscribe'],
    ['has it', holder({}), 'current'],
    ['has it in trial', holder({ status: 'trialing' }), 'current'],
    ['has it, past due', holder({ status: 'past_due' }), 'current'],
    ['has it until the period ends', holder({ cancelAtPeriodEnd: true }), 'resume'],
    ['has it until a day', holder({ cancelAt: '2026-12-24T00:00:00.000Z' }), 'resume'],
    ['has it yearly', holder({ interval: 'year' }), 'switch_interval'],
    ['has another one', holder({ plan: 'starter' }), 'switch_plan'],
    ['has an unknown one', holder({ plan: 'unknown' }), undefined],
    ['has it, paused', holder({ status: 'incomplete', isLive: true }), 'current'],
    ['had it', holder({ status: 'canceled' }), 'resubscribe'],
    ['it was canceled, and renews all the same', holder({ status: 'canceled', isLive: true }), 'current'],
    ['had it, deleted', holder({ status: 'deleted' }), 'resubscribe'],
    ['had another one', holder({ status: 'canceled', plan: 'starter' }), 'subscribe'],
    ['did not finish paying', holder({ status: 'incomplete' }), 'subscribe'],
  ] as const)('a monthly plan: %s', (_name, standing, kind) => {
    expect(planAction(pro, { interval: 'month', seats: 1, oneTimeDays: 365 }, standing)?.kind).toBe(kind);
  });

  const paused = { status: 'incomplete', isLive: true, paused: true } as const;
  it.each([
    ['past due, looks at the year', holder({ status: 'past_due', interval: 'year' }), 'pay'],
    ['past due, of another one', holder({ status: 'past_due', plan: 'starter' }), 'pay'],
    ['past due and set to end', holder({ status: 'past_due', plan: 'starter', cancelAtPeriodEnd: true }), 'pay'],
    ['set to end, of another one', holder({ plan: 'starter', cancelAtPeriodEnd: true }), 'resume'],
    ['set to end on a day', holder({ plan: 'starter', cancelAt: '2026-12-24T00:00:00.000Z' }), 'resume'],
    ['paused, of another one', holder({ ...paused, plan: 'starter' }), 'unpause'],
  ] as const)('a change that its state does not allow says what comes first: %s', (_name, standing, what) => {
    const wanted = { interval: 'month', seats: 1, oneTimeDays: 365 } as const;
    expect(planAction(pro, wanted, standing)).toEqual({ kind: 'first', what });
  });

  it('asks for the payment before the seats of the own plan change', () => {
    const team = { ...pro, seats: { min: 1, max: null } };
    const wanted = { interval: 'month', seats: 4, oneTimeDays: 365 } as const;
    expect(planAction(team, wanted, holder({ status: 'past_due' }))).toEqual({ kind: 'first', what: 'pay' });
  });

  it.each([
    ['new', newcomer, null],
    ['had it', holder({ status: 'canceled' }), null],
    ['has it until the period ends', holder({ cancelAtPeriodEnd: true }), null],
    ['has another one', holder({ plan: 'starter' }), 'switch_plan'],
    ['has it', holder({}), 'current'],
  ] as const)('while nothing is sold: %s', (_name, standing, kind) => {
    const closed = { seats: 1, selling: false };
    expect(planAction(pro, { ...closed, interval: 'month' }, standing)?.kind ?? null).toBe(kind);
    expect(planAction(pro, { ...closed, interval: 'one_time' }, standing)).toBeNull();
  });

  it('returns the length of the trial and the new interval', () => {
    expect(planAction(pro, { interval: 'month', seats: 1, oneTimeDays: 365 }, newcomer)).toEqual({
      kind: 'trial',
      days: 14,
    });
    expect(planAction(pro, { interval: 'year', seats: 1, oneTimeDays: 365 }, holder({}))).toEqual({
      kind: 'switch_interval',
      interval: 'year',
    });
  });

  it.each([
    ['the current number', holder({ seats: 4 }), { kind: 'current' }],
    ['more', holder({}), { kind: 'switch_seats', seats: 4 }],
    ['fewer', holder({ seats: 6 }), { kind: 'switch_seats', seats: 4 }],
    ['of a plan that ends', holder({ cancelAtPeriodEnd: true }), { kind: 'resume' }],
    ['of another plan', holder({ plan: 'starter' }), { kind: 'switch_plan' }],
  ] as const)('four seats: %s', (_name, standing, action) => {
    const team = { ...pro, seats: { min: 1, max: null } };
    expect(planAction(team, { interval: 'month', seats: 4, oneTimeDays: 365 }, standing)).toEqual(action);
  });

  it('offers no trial for a plan without one', () => {
    expect(planAction({ ...pro, trialDays: 0 }, { interval: 'month', seats: 1, oneTimeDays: 365 }, newcomer)).toEqual({
      kind: 'subscribe',
    });
  });

  it('offers a one-time purchase beside a running subscription, and nothing without a price', () => {
    expect(planAction(pro, { interval: 'one_time', seats: 1, oneTimeDays: 365 }, holder({}))).toEqual({ kind: 'buy' });
    const unpriced = { ...pro, prices: { month: null, year: null, one_time: null } };
    for (const interval of ['month', 'year', 'one_time'] as const) {
      expect(planAction(unpriced, { interval, seats: 1, oneTimeDays: 365 }, newcomer)).toEqual({ kind: 'not_offered' });
    }
  });

  it.each([
    ['signed out', { ...newcomer, signedIn: false }, { kind: 'start_free' }],
    ['on free', newcomer, { kind: 'current' }],
    ['on free, address unconfirmed', { ...newcomer, proven: false }, null],
    ['ended', holder({ status: 'canceled' }), { kind: 'current' }],
    ['while a paid plan runs', holder({}), null],
  ] as const)('the free plan: %s', (_name, standing, action) => {
    expect(planAction(free, { interval: 'month', seats: 1, oneTimeDays: 365 }, standing)).toEqual(action);
  });

  it('offers only a one-time purchase beside a subscription at a former provider', () => {
    const former = holder({ former: { url: null } });
    expect([
      planAction(pro, { interval: 'month', seats: 1, oneTimeDays: 365 }, former),
      planAction(pro, { interval: 'year', seats: 1, oneTimeDays: 365 }, former),
    ]).toEqual([null, null]);
    expect(planAction(pro, { interval: 'one_time', seats: 1, oneTimeDays: 365 }, former)).toEqual({ kind: 'buy' });
    const over = holder({ status: 'canceled', former: { url: null } });
    expect(planAction(pro, { interval: 'month', seats: 1, oneTimeDays: 365 }, over)?.kind).toBe('resubscribe');
  });
});

describe('what somebody has without a subscription', () => {
  const until = '2027-12-18T09:00:00.000Z';
  const covers = ['starter', 'pro'];
  const withOwn = (owned: Partial<(typeof nothing)['owned'][number]>): Standing => ({
    ...newcomer,
    access: {
      plan: 'pro',
      covers,
      through: 'self',
      owned: [{ plan: 'pro', by: 'purchased', until, covers, ...owned }],
    },
  });
  const member: Standing = { ...newcomer, access: { plan: 'pro', covers, through: 'organisation', owned: [] } };
  const bought = { kind: 'owned', by: 'purchased', until };
  const offers = (standing: Standing, interval: 'month' | 'one_time') =>
    ['starter', 'pro', 'enterprise', 'free'].map((name) =>
      planAction({ ...pro, name, purchasable: name !== 'free' }, { interval, seats: 1, oneTimeDays: 365 }, standing),
    );
  const included = { kind: 'included', plan: 'pro' };

  it.each([
    ['bought, monthly', withOwn({}), 'month', [included, bought, { kind: 'trial', days: 14 }, null]],
    [
      'bought, once more',
      withOwn({}),
      'one_time',
      [included, { kind: 'extend', until: '2028-12-17T09:00:00.000Z' }, { kind: 'buy' }, null],
    ],
    [
      'bought for good',
      withOwn({ until: null }),
      'one_time',
      [included, { ...bought, until: null }, { kind: 'buy' }, null],
    ],
    ['given', withOwn({ by: 'granted' }), 'one_time', [included, { ...bought, by: 'granted' }, { kind: 'buy' }, null]],
    [
      'through an organisation',
      member,
      'month',
      [included, { kind: 'owned', by: 'organisation', until: null }, { kind: 'trial', days: 14 }, null],
    ],
  ] as const)('is not sold again as if it were nothing: %s', (...[, standing, interval, expected]) => {
    expect(offers(standing, interval)).toEqual(expected);
  });
});
