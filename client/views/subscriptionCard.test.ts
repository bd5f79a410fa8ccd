import { describe, expect, it } from 'vitest';
import { type CardSubscription, subscriptionCard } from './subscriptionCard.ts';

const now = new Date(2026, 10, 21, 12);
const at = (day: number) => new Date(2026, 10, day, 9).toISOString();

function subscription(changes: Partial<CardSubscription>): CardSubscription {
  const { status = 'active', plan = 'pro' } = changes;
  return {
    status,
    isRunning: status === 'active' || status === 'trialing',
    plan,
    isPlanKnown: plan === 'pro' || plan === 'starter',
    currentPeriodStart: at(1),
    currentPeriodEnd: at(30),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    trialEnd: null,
    createdAt: at(1),
    paused: false,
    scheduledChange: null,
    paid: { plan, interval: 'month', amount: '9.90' },
    isLive: status !== 'canceled' && status !== 'deleted' && status !== 'incomplete',
    former: null,
    ...changes,
  };
}

const pro = { plan: 'pro', reason: 'active' } as const;
const trial = { plan: 'pro', reason: 'trialing' } as const;
const grace = { plan: 'pro', reason: 'past_due_grace' } as const;
const graceOver = { plan: 'free', reason: 'past_due_expired' } as const;
const notLive = { plan: 'free', reason: 'not_live' } as const;
const unknownPlan = { plan: 'free', reason: 'unknown_plan' } as const;

const inTrial = { status: 'trialing', trialEnd: at(26), currentPeriodEnd: at(26) };
const scheduled = { cancelAtPeriodEnd: true, canceledAt: at(20) };
const alsoScheduled = [false, true];

it('shows the end and the next renewal of a subscription that ends months from now', () => {
  const card = subscriptionCard(subscription({ cancelAt: at(88) }), pro, now);
  expect(card.badge).toEqual({ kind: 'cancels', tone: 'warning', at: at(88) });
  expect([card.date, card.amount, card.notes]).toEqual([{ label: 'renews', at: at(30) }, 'next', []]);
  expect(card.actions).toEqual(['resume', 'manage', 'change_plan']);
});

describe('a running subscription', () => {
  it.each([
    { name: 'active', changes: {}, access: pro, shows: ['active', 'renews', 30, 'next'], notes: [] },
    {
      name: 'active, canceled',
      changes: scheduled,
      access: pro,
      shows: ['cancels', 'ends', 30, 'none'],
      notes: ['cancels'],
    },
    { name: 'in trial', changes: inTrial, access: trial, shows: ['trial', 'trial_ends', 26, 'first'], notes: [] },
    {
      name: 'in trial, canceled',
      changes: { ...inTrial, ...scheduled },
      access: trial,
      shows: ['cancels', 'ends', 26, 'none'],
      notes: ['cancels'],
    },
    {
      name: 'in trial without an end',
      changes: { status: 'trialing' },
      access: trial,
      shows: ['trial', 'trial_ends', 30, 'first'],
      notes: [],
    },
    {
      name: 'of an unknown plan',
      changes: { plan: 'unknown' },
      access: unknownPlan,
      shows: ['unknown_plan', 'renews', 30, 'next'],
      notes: ['unknown_plan'],
    },
    {
      name: 'of an unknown plan, in trial',
      changes: { ...inTrial, plan: 'gold' },
      access: unknownPlan,
      shows: ['unknown_plan', 'trial_ends', 26, 'first'],
      notes: ['unknown_plan'],
    },
    {
      name: 'of an unknown plan, canceled',
      changes: { ...scheduled, plan: 'gold' },
      access: unknownPlan,
      shows: ['cancels', 'ends', 30, 'none'],
      notes: ['unknown_plan'],
    },
  ] as const)(
    'badge, date, amount and notes: $name',
    ({ changes, access, shows: [badge, label, day, amount], notes }) => {
      const card = subscriptionCard(subscription(changes), access, now);
      expect(card.badge.kind).toBe(badge);
      expect(card.badge.at).toBe(badge === 'cancels' ? at(day) : undefined);
      expect(card.date).toEqual({ label, at: at(day) });
      expect(card.amount).toBe(amount);
      expect(card.notes).toEqual(notes);
    },
  );

  it.each([
    ['renews', {}, ['manage', 'change_plan', 'pause', 'cancel']],
    ['in trial', inTrial, ['manage', 'change_plan', 'cancel']],
    ['set to end', scheduled, ['resume', 'manage', 'change_plan']],
    ['in trial, set to end', { ...inTrial, ...scheduled }, ['resume', 'manage', 'change_plan']],
    ['unknown plan', { plan: 'gold' }, ['manage', 'change_plan']],
    ['no renewal yet', { currentPeriodEnd: at(20) }, ['manage', 'change_plan']],
    ['set to end in the past', { ...scheduled, currentPeriodEnd: at(20) }, ['manage', 'change_plan']],
  ])('actions: %s', (_name, changes, actions) => {
    expect(subscriptionCard(subscription(changes), pro, now).actions).toEqual(actions);
  });

  it.each([
    [26, 5],
    [22, 1],
    [21, 0],
    [19, 0],
  ])('counts the days of a trial that ends on day %d: %d left', (day, left) => {
    expect(subscriptionCard(subscription({ ...inTrial, trialEnd: at(day) }), trial, now).trialDaysLeft).toBe(left);
  });
});

describe('a subscription that is not running', () => {
  it.each(alsoScheduled)(
    'shows the due payment first when past due (cancel at period end: %s)',
    (cancelAtPeriodEnd) => {
      const card = subscriptionCard(subscription({ status: 'past_due', cancelAtPeriodEnd }), grace, now);
      expect(card).toEqual({
        badge: { kind: 'past_due', tone: 'danger' },
        date: { label: 'past_due_since', at: at(1) },
        amount: 'due',
        trialDaysLeft: null,
        notes: cancelAtPeriodEnd ? ['past_due_ends'] : [],
        actions: ['fix_payment', 'manage'],
      });
    },
  );

  it.each([
    ['canceled', {}, 30],
    ['canceled', { canceledAt: at(11) }, 11],
    ['canceled', { ...scheduled, currentPeriodEnd: at(20) }, 20],
    ['canceled', { ...scheduled, canceledAt: at(10), currentPeriodEnd: at(25) }, 10],
    ['deleted', { canceledAt: at(11) }, 11],
    ['deleted', { ...scheduled, currentPeriodEnd: at(18) }, 18],
    ['canceled', { trialEnd: at(26), canceledAt: at(12) }, 12],
    ['canceled', { plan: 'unknown', canceledAt: at(12) }, 12],
  ])('shows that %s %j ended on day %d', (status, changes, day) => {
    const card = subscriptionCard(subscription({ status, ...changes }), notLive, now);
    expect(card.badge).toEqual({ kind: 'ended', tone: 'neutral' });
    expect(card.date).toEqual({ label: 'ended', at: at(day) });
    expect(card.notes).toEqual(['ended']);
    expect(card.actions).toEqual(['resubscribe', 'manage']);
  });

  it.each([
    ['incomplete', 'incomplete', ['manage', 'choose_plan']],
    ['paused', 'unknown_status', ['manage']],
    ['', 'unknown_status', ['manage']],
  ] as const)('status "%s"', (status, kind, actions) => {
    for (const cancelAtPeriodEnd of alsoScheduled) {
      const card = subscriptionCard(subscription({ status, cancelAtPeriodEnd }), notLive, now);
      expect(card.badge).toEqual({ kind, tone: 'warning' });
      expect(card.date).toEqual({ label: 'started', at: at(1) });
      expect(card.notes).toEqual([kind]);
      expect(card.actions).toEqual(actions);
    }
  });
});

describe('a paused subscription', () => {
  const paused = subscription({ status: 'incomplete', paused: true });
  it.each([
    ['free', 'paused', 'paused'],
    ['pro', 'paused', 'paused_kept'],
  ])('is not shown as incomplete (access: %s)', (plan, reason, note) => {
    const card = subscriptionCard(paused, { plan, reason: reason as 'paused' }, now);
    expect(card).toMatchObject({ badge: { kind: 'paused' }, date: { label: 'paid_until', at: at(30) } });
    expect([card.notes, card.actions]).toEqual([[note], ['unpause', 'manage']]);
  });

  it('mentions access by another plan', () => {
    expect(subscriptionCard(paused, { ...pro, plan: 'starter' }, now).notes).toEqual(['paused', 'access_elsewhere']);
  });
});

describe('notes about access that differs from the subscription', () => {
  it.each([
    { name: 'nothing bought', changes: null, access: { plan: 'free', reason: 'none' }, notes: ['free'] },
    { name: 'bought elsewhere', changes: null, access: pro, notes: ['free', 'access_elsewhere'] },
    { name: 'another runs', changes: { status: 'canceled' }, access: pro, notes: ['ended', 'access_elsewhere'] },
    { name: 'a lower plan changed last', changes: { plan: 'starter' }, access: pro, notes: ['access_elsewhere'] },
    { name: 'no renewal yet', changes: {}, access: { plan: 'free', reason: 'period_over' }, notes: ['period_over'] },
    { name: 'bought once', changes: null, access: { plan: 'pro', reason: 'purchased' }, notes: ['purchased'] },
    {
      name: 'bought once after a subscription ended',
      changes: { status: 'deleted' },
      access: { plan: 'pro', reason: 'purchased' },
      notes: ['purchased'],
    },
    {
      name: 'granted, beside a plan that ends with its period',
      changes: { ...scheduled, plan: 'starter' },
      access: { plan: 'pro', reason: 'granted' },
      notes: ['cancels', 'granted'],
    },
    { name: 'refunded', changes: {}, access: { plan: 'free', reason: 'refunded' }, notes: ['refunded'] },
    { name: 'disputed', changes: {}, access: { plan: 'free', reason: 'disputed' }, notes: ['disputed'] },
    {
      name: 'ended, with paid time left',
      changes: { status: 'canceled' },
      access: { plan: 'pro', reason: 'canceled' },
      notes: ['paid_left'],
    },
    { name: 'active, but without access', changes: {}, access: notLive, notes: ['access_free'] },
    { name: 'past due, grace over', changes: { status: 'past_due' }, access: graceOver, notes: [] },
  ] as const)('$name', ({ changes, access, notes }) => {
    expect(subscriptionCard(changes && subscription(changes), access, now).notes).toEqual(notes);
  });
});

it.each(['active', 'past_due', 'trialing'])(
  'offers no actions for a live subscription of a provider that is not set up (%s)',
  (status) => {
    const former = { url: 'https://company.example.com' };
    const card = subscriptionCard(subscription({ status, former }), pro, now);
    expect(card.actions).toEqual([]);
    expect(card.badge).toEqual(subscriptionCard(subscription({ status }), pro, now).badge);
    const over = subscriptionCard(subscription({ status, former, isLive: false, ...scheduled }), notLive, now);
    expect(over.actions).toEqual(['choose_plan']);
  },
);
