import { describe, expect, it } from 'vitest';
import type { PlanView } from '../trpc.ts';
import { planAction, type Standing } from './planAction.ts';
import { pro } from './sample.ts';

const free: PlanView = { ...pro, name: 'free', purchasable: false };
const newcomer: Standing = { signedIn: true, subscription: null, trialAvailable: true };

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
  } as const;
  const subscription = { ...active, ...changes };
  return { signedIn: true, subscription, trialAvailable: false };
}

describe('planAction', () => {
  it.each([
    ['signed out', { ...newcomer, signedIn: false }, 'trial'],
    ['a newcomer', newcomer, 'trial'],
    ['trial used up', { ...newcomer, trialAvailable: false }, 'subscribe'],
    ['has it', holder({}), 'current'],
    ['has it in trial', holder({ status: 'trialing' }), 'current'],
    ['has it, past due', holder({ status: 'past_due' }), 'current'],
    ['has it until the period ends', holder({ cancelAtPeriodEnd: true }), 'resume'],
    ['has it yearly', holder({ interval: 'year' }), 'switch_interval'],
    ['has another one', holder({ plan: 'starter' }), 'switch_plan'],
    ['has an unknown one', holder({ plan: 'unknown' }), 'switch_plan'],
    ['had it', holder({ status: 'canceled' }), 'resubscribe'],
    ['had it, deleted', holder({ status: 'deleted' }), 'resubscribe'],
    ['had another one', holder({ status: 'canceled', plan: 'starter' }), 'subscribe'],
    ['did not finish paying', holder({ status: 'incomplete' }), 'subscribe'],
  ] as const)('a monthly plan: %s', (_name, standing, kind) => {
    expect(planAction(pro, { interval: 'month', seats: 1 }, standing)?.kind).toBe(kind);
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
    expect(planAction(pro, { interval: 'month', seats: 1 }, newcomer)).toEqual({ kind: 'trial', days: 14 });
    expect(planAction(pro, { interval: 'year', seats: 1 }, holder({}))).toEqual({
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
    expect(planAction(team, { interval: 'month', seats: 4 }, standing)).toEqual(action);
  });

  it('offers no trial for a plan without one', () => {
    expect(planAction({ ...pro, trialDays: 0 }, { interval: 'month', seats: 1 }, newcomer)).toEqual({
      kind: 'subscribe',
    });
  });

  it('offers a one-time purchase beside a running subscription, and nothing without a price', () => {
    expect(planAction(pro, { interval: 'one_time', seats: 1 }, holder({}))).toEqual({ kind: 'buy' });
    const unpriced = { ...pro, prices: { month: null, year: null, one_time: null } };
    for (const interval of ['month', 'year', 'one_time'] as const) {
      expect(planAction(unpriced, { interval, seats: 1 }, newcomer)).toEqual({ kind: 'not_offered' });
    }
  });

  it.each([
    ['signed out', { ...newcomer, signedIn: false }, { kind: 'start_free' }],
    ['on free', newcomer, { kind: 'current' }],
    ['ended', holder({ status: 'canceled' }), { kind: 'current' }],
    ['while a paid plan runs', holder({}), null],
  ] as const)('the free plan: %s', (_name, standing, action) => {
    expect(planAction(free, { interval: 'month', seats: 1 }, standing)).toEqual(action);
  });

  it('offers only a one-time purchase beside a subscription at a former provider', () => {
    const former = holder({ former: { url: null } });
    expect([
      planAction(pro, { interval: 'month', seats: 1 }, former),
      planAction(pro, { interval: 'year', seats: 1 }, former),
    ]).toEqual([null, null]);
    expect(planAction(pro, { interval: 'one_time', seats: 1 }, former)).toEqual({ kind: 'buy' });
    const over = holder({ status: 'canceled', former: { url: null } });
    expect(planAction(pro, { interval: 'month', seats: 1 }, over)?.kind).toBe('resubscribe');
  });
});
