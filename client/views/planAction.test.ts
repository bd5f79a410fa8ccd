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
    expect(planAction(pro, 'month', standing)?.kind).toBe(kind);
  });

  it('says how long the trial is and which interval is switched to', () => {
    expect(planAction(pro, 'month', newcomer)).toEqual({ kind: 'trial', days: 14 });
    expect(planAction(pro, 'year', holder({}))).toEqual({ kind: 'switch_interval', interval: 'year' });
  });

  it('offers no trial for a plan without one', () => {
    expect(planAction({ ...pro, trialDays: 0 }, 'month', newcomer)).toEqual({ kind: 'subscribe' });
  });

  it('sells once beside a running subscription, and nothing that has no price', () => {
    expect(planAction(pro, 'one_time', holder({}))).toEqual({ kind: 'buy' });
    const unpriced = { ...pro, prices: { month: null, year: null, one_time: null } };
    for (const interval of ['month', 'year', 'one_time'] as const) {
      expect(planAction(unpriced, interval, newcomer)).toEqual({ kind: 'not_offered' });
    }
  });

  it.each([
    ['signed out', { ...newcomer, signedIn: false }, { kind: 'start_free' }],
    ['on free', newcomer, { kind: 'current' }],
    ['ended', holder({ status: 'canceled' }), { kind: 'current' }],
    ['while a paid plan runs', holder({}), null],
  ] as const)('the free plan: %s', (_name, standing, action) => {
    expect(planAction(free, 'month', standing)).toEqual(action);
  });

  it('offers nothing beside what only its former company can change, but a purchase that goes with it', () => {
    const former = holder({ former: { url: null } });
    expect([planAction(pro, 'month', former), planAction(pro, 'year', former)]).toEqual([null, null]);
    expect(planAction(pro, 'one_time', former)).toEqual({ kind: 'buy' });
    const over = holder({ status: 'canceled', former: { url: null } });
    expect(planAction(pro, 'month', over)?.kind).toBe('resubscribe');
  });
});
