import { describe, expect, it } from 'vitest';
import type { PlanView } from '../trpc.ts';
import { changeNote, changeOffer, isChanged } from './planChange.ts';
import { pro } from './sample.ts';

const paid = (plan: string, interval: string) => ({ plan, interval, amount: '9.90' });
const monthlyPro = { cancelAtPeriodEnd: false, paused: false, scheduledChange: null, paid: paid('pro', 'month') };
const planned = {
  kind: 'plan' as const,
  plan: 'starter',
  interval: 'month',
  seats: 1,
  amount: '4.90',
  at: '',
  lapsed: false,
};
const toBeStarter = { ...monthlyPro, scheduledChange: planned };
const lapsed = { ...monthlyPro, scheduledChange: { ...planned, lapsed: true } };
const toBePaused = { ...monthlyPro, scheduledChange: { ...planned, kind: 'pause' as const } };
const ending = { ...monthlyPro, cancelAtPeriodEnd: true };
const cancel = { kind: 'cancel_at_period_end' } as const;
const resume = { kind: 'resume' } as const;
const undo = { kind: 'undo' } as const;
const pause = { kind: 'pause' } as const;
const toYearly = { kind: 'change_plan', plan: 'pro', interval: 'year' } as const;
const toStarter = { kind: 'change_plan', plan: 'starter', interval: 'month' } as const;

describe('isChanged', () => {
  it.each([
    [cancel, ending, true],
    [cancel, monthlyPro, false],
    [resume, monthlyPro, true],
    [resume, ending, false],
    [toYearly, { ...monthlyPro, paid: paid('pro', 'year') }, true],
    [toYearly, monthlyPro, false],
    [toStarter, { ...monthlyPro, paid: paid('starter', 'month') }, true],
    [toStarter, { ...monthlyPro, paid: paid('starter', 'year') }, false],
    [toStarter, toBeStarter, true],
    [toStarter, lapsed, false],
    [undo, toBeStarter, false],
    [undo, monthlyPro, true],
    [pause, { ...monthlyPro, paused: true }, true],
    [pause, toBePaused, true],
    [pause, monthlyPro, false],
    [cancel, null, false],
  ])('%j, record %j: %s', (change, current, changed) => {
    expect(isChanged(change, current)).toBe(changed);
  });
});

describe('changeNote', () => {
  it.each([
    [{ change: cancel, confirmed: true }, ending, 'will_end'],
    [{ change: cancel, confirmed: false }, monthlyPro, 'on_its_way'],
    [{ change: cancel, confirmed: false }, ending, 'will_end'],
    [{ change: cancel, confirmed: true }, monthlyPro, null],
    [{ change: resume, confirmed: true }, monthlyPro, 'resumed'],
    [{ change: toYearly, confirmed: false }, monthlyPro, 'on_its_way'],
    [{ change: toYearly, confirmed: true }, { ...monthlyPro, paid: paid('pro', 'year') }, 'changed'],
    [{ change: toStarter, confirmed: true }, toBeStarter, 'scheduled'],
    [{ change: undo, confirmed: true }, monthlyPro, 'undone'],
    [{ change: pause, confirmed: true }, toBePaused, 'pause_scheduled'],
    [{ change: pause, confirmed: true }, { ...monthlyPro, paused: true }, 'paused'],
  ])('%j, record %j: %s', (accepted, current, note) => {
    expect(changeNote(accepted, current)).toBe(note);
  });
});

const plans: PlanView[] = [
  { ...pro, name: 'free', purchasable: false },
  { ...pro, name: 'starter', prices: { month: '4.90', year: null, one_time: null } },
  pro,
];

describe('changeOffer', () => {
  it.each([
    ['starter', 'month', { kind: 'offer', plan: 'starter', interval: 'month', amount: '4.90' }],
    ['pro', 'year', { kind: 'offer', plan: 'pro', interval: 'year', amount: '99.00' }],
    ['starter', null, { kind: 'offer', plan: 'starter', interval: 'month', amount: '4.90' }],
    ['pro', 'month', { kind: 'same' }],
    ['starter', 'year', { kind: 'not_offered' }],
    ['pro', 'one_time', { kind: 'not_offered' }],
    ['free', 'month', { kind: 'not_offered' }],
    ['gold', 'month', { kind: 'not_offered' }],
    [null, null, { kind: 'not_offered' }],
  ])('%s %s', (plan, interval, offer) => {
    expect(changeOffer({ plan, interval }, plans, monthlyPro)).toEqual(offer);
  });
});
