import { describe, expect, it } from 'vitest';
import type { PlanView } from '../trpc.ts';
import { changeNote, changeOffer, chargedBy, isChanged } from './planChange.ts';
import { pro } from './sample.ts';

const paid = (plan: string, interval: string) => ({ plan, interval, amount: '9.90' });
const monthlyPro = {
  cancelAtPeriodEnd: false,
  paused: false,
  scheduledChange: null,
  paid: paid('pro', 'month'),
  seats: 1,
};
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

const team = { kind: 'change_plan', plan: 'pro', interval: 'month', quantity: 3 } as const;

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
    [team, monthlyPro, false],
    [team, { ...monthlyPro, seats: 3 }, true],
    [team, { ...monthlyPro, seats: 5, scheduledChange: { ...planned, plan: 'pro', seats: 3 } }, true],
    [team, { ...monthlyPro, seats: 5, scheduledChange: { ...planned, plan: 'pro', seats: 2 } }, false],
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
    [{ change: team, confirmed: true }, { ...monthlyPro, seats: 3 }, 'changed'],
    [
      { change: team, confirmed: true },
      { ...monthlyPro, seats: 5, scheduledChange: { ...planned, plan: 'pro', seats: 3 } },
      'scheduled',
    ],
    [{ change: undo, confirmed: true }, monthlyPro, 'undone'],
    [{ change: pause, confirmed: true }, toBePaused, 'pause_scheduled'],
    [{ change: pause, confirmed: true }, { ...monthlyPro, paused: true }, 'paused'],
  ])('%j, record %j: %s', (accepted, current, note) => {
    expect(changeNote(accepted, current)).toBe(note);
  });
});

const starter: PlanView = { ...pro, name: 'starter', prices: { month: '4.90', year: null, one_time: null } };
const crew: PlanView = { ...pro, name: 'crew', seats: { min: 2, max: 9 } };
const plans: PlanView[] = [{ ...pro, name: 'free', purchasable: false }, starter, pro, crew];

describe('changeOffer', () => {
  it.each([
    ['starter', 'month', { kind: 'offer', plan: starter, interval: 'month', amount: '4.90', seats: 1 }],
    ['pro', 'year', { kind: 'offer', plan: pro, interval: 'year', amount: '99.00', seats: 1 }],
    ['starter', null, { kind: 'offer', plan: starter, interval: 'month', amount: '4.90', seats: 1 }],
    ['crew', 'month', { kind: 'offer', plan: crew, interval: 'month', amount: '9.90', seats: 4 }],
    ['pro', 'month', { kind: 'same' }],
    ['starter', 'year', { kind: 'not_offered' }],
    ['pro', 'one_time', { kind: 'not_offered' }],
    ['free', 'month', { kind: 'not_offered' }],
    ['gold', 'month', { kind: 'not_offered' }],
    [null, null, { kind: 'not_offered' }],
  ])('returns the offer for %s, %s', (plan, interval, offer) => {
    expect(changeOffer({ plan, interval, seats: 4 }, plans, monthlyPro)).toEqual(offer);
  });

  it('offers a change of seats of the same plan', () => {
    const has = { paid: paid('crew', 'month'), seats: 5 };
    const wanted = { plan: 'crew', interval: 'month', seats: null };
    expect(changeOffer(wanted, plans, has)).toMatchObject({ kind: 'offer', seats: 5 });
  });
});

describe('chargedBy', () => {
  const preview = { currency: 'usd', about: false, taxIncluded: { dueNow: null } };
  it.each([
    ['something is due', '5.00', '5.00'],
    ['nothing is due', '0.00', undefined],
    ['something is given back', '-3.00', undefined],
    ['a discount decides', null, undefined],
  ])('%s', (_name, dueNow, amount) => {
    expect(chargedBy({ ...preview, dueNow })?.amount).toBe(amount);
  });
});
