import { describe, expect, it } from 'vitest';
import { accessOf, statedAt as at, statedNow as now, statedSubscription as subscription } from './statement/sample.ts';
import type { StatedSubscription } from './statement/stated.ts';
import type { StatedAccess } from './statement/statement.ts';
import { placesOf, subscriptionCard } from './subscriptionCard.ts';

const cardOf = (given: StatedSubscription | null, access: Partial<StatedAccess>) =>
  subscriptionCard(given, { access: accessOf(access), asked: true, now });

const pro = { plan: 'pro', reason: 'active' } as const;
const trial = { plan: 'pro', reason: 'trialing' } as const;
const grace = { plan: 'pro', reason: 'past_due_grace' } as const;
const notLive = { plan: 'free', reason: 'not_live' } as const;
const unknownPlan = { plan: 'free', reason: 'unknown_plan' } as const;

const cannot = (reason: AccessReason) => ({ usable: false, reason, until: null, failedAt: null });
type AccessReason = StatedSubscription['use']['reason'];

const inTrial = { status: 'trialing', trialEnd: at(26), currentPeriodEnd: at(26) };
const scheduled = { cancelAtPeriodEnd: true, canceledAt: at(20) };
const alsoScheduled = [false, true];

it('says the end of a subscription that ends months from now', () => {
  const card = cardOf(subscription({ cancelAt: at(88) }), pro);
  expect(card.badge).toEqual({ kind: 'cancels', tone: 'warning', at: at(88) });
  expect(card.notes).toEqual([]);
  expect(card.actions).toEqual(['resume', 'manage']);
});

describe('a running subscription', () => {
  it.each([
    { name: 'active', changes: {}, access: pro, badge: 'active', notes: [] },
    {
      name: 'active, canceled',
      changes: scheduled,
      access: pro,
      badge: 'cancels',
      ends: 30,
      notes: ['cancels'],
    },
    {
      name: 'active, its collection paused',
      changes: { collectionPaused: true },
      access: pro,
      badge: 'active',
      notes: [],
    },
    { name: 'in trial', changes: inTrial, access: trial, badge: 'trial', notes: [] },
    {
      name: 'in trial, canceled',
      changes: { ...inTrial, ...scheduled },
      access: trial,
      badge: 'cancels',
      ends: 26,
      notes: ['cancels'],
    },
    {
      name: 'in trial without an end',
      changes: { status: 'trialing' },
      access: trial,
      badge: 'trial',
      notes: [],
    },
    {
      name: 'of an unknown plan',
      changes: { plan: 'unknown' },
      access: unknownPlan,
      badge: 'unknown_plan',
      notes: ['unknown_plan'],
    },
    {
      name: 'of an unknown plan, in trial',
      changes: { ...inTrial, plan: 'gold' },
      access: unknownPlan,
      badge: 'unknown_plan',
      notes: ['unknown_plan'],
    },
    {
      name: 'of an unknown plan, canceled',
      changes: { ...scheduled, plan: 'gold' },
      access: unknownPlan,
      badge: 'cancels',
      ends: 30,
      notes: ['unknown_plan'],
    },
  ])('badge and notes: $name', ({ changes, access, badge, ends, notes }) => {
    const card = cardOf(subscription(changes), access);
    expect([card.badge?.kind, card.badge?.at]).toEqual([badge, ends && at(ends)]);
    expect(card.notes).toEqual(notes);
  });

  it.each([
    ['renews', {}, ['change_plan', 'pause', 'cancel', 'manage']],
    ['in trial', inTrial, ['change_plan', 'cancel', 'manage']],
    ['set to end', scheduled, ['resume', 'manage']],
    ['in trial, set to end', { ...inTrial, ...scheduled }, ['resume', 'manage']],
    ['unknown plan', { plan: 'gold' }, ['support', 'cancel', 'manage']],
    ['unknown plan, set to end', { plan: 'gold', ...scheduled }, ['resume', 'manage']],
    ['no renewal yet', { currentPeriodEnd: at(20) }, ['change_plan', 'cancel', 'manage']],
    ['set to end in the past', { ...scheduled, currentPeriodEnd: at(20) }, ['manage']],
  ])('actions: %s', (_name, changes, actions) => {
    expect(cardOf(subscription(changes), pro).actions).toEqual(actions);
  });

  it.each([
    ['refunded', {}, ['support', 'cancel', 'manage']],
    ['disputed', {}, ['support', 'cancel', 'manage']],
    ['refunded', scheduled, ['resume', 'manage']],
  ] as const)('is never called active when %s %j', (reason, changes, actions) => {
    const card = cardOf(subscription({ ...changes, use: cannot(reason) }), { reason });
    expect([card.badge, card.notes]).toEqual([{ kind: reason, tone: 'danger' }, [reason]]);
    expect(card.actions).toEqual(actions);
    expect(cardOf(subscription({ ...changes, use: cannot(reason) }), pro).badge?.kind).not.toBe(reason);
  });
});

describe('a subscription that is not running', () => {
  it.each(alsoScheduled)(
    'shows the due payment first when past due (cancel at period end: %s)',
    (cancelAtPeriodEnd) => {
      const card = cardOf(subscription({ status: 'past_due', cancelAtPeriodEnd }), grace);
      expect(card).toMatchObject({
        badge: { kind: 'past_due', tone: 'danger' },
        notes: cancelAtPeriodEnd ? ['past_due_ends'] : [],
        actions: ['fix_payment', cancelAtPeriodEnd ? 'resume' : 'cancel', 'manage'],
      });
    },
  );

  it.each([
    ['canceled', {}, 30],
    ['canceled', { ...scheduled, canceledAt: at(5), endedAt: at(11) }, 11],
    ['deleted', { endedAt: at(11) }, 11],
    ['canceled', { trialEnd: at(26), endedAt: at(12) }, 12],
    ['canceled', { plan: 'unknown', endedAt: at(12) }, 12],
  ])('shows that %s %j ended on day %d', (status, changes, day) => {
    const card = cardOf(subscription({ status, ...changes }), notLive);
    expect(card.badge).toEqual({ kind: 'ended', tone: 'neutral' });
    expect(card.statement.ends).toBe(at(day));
    expect(card.notes).toEqual(['ended']);
    expect(card.actions).toEqual(['resubscribe', 'manage']);
  });

  it.each([
    ['incomplete', 'awaited', ['choose_plan', 'manage'], 'info'],
    ['paused', 'unknown_status', ['support', 'manage'], 'warning'],
    ['', 'unknown_status', ['support', 'manage'], 'warning'],
  ] as const)('status "%s"', (...[status, kind, actions, tone]) => {
    for (const cancelAtPeriodEnd of alsoScheduled) {
      const card = cardOf(subscription({ status, cancelAtPeriodEnd }), notLive);
      expect(card.badge).toEqual({ kind, tone });
      expect(card.notes).toEqual([kind]);
      expect(card.actions).toEqual(actions);
    }
  });
});

describe('a paused subscription', () => {
  const rests = { status: 'incomplete', paused: true };
  const paused = subscription(rests);
  const kept = subscription({ ...rests, use: { usable: true, reason: 'paused', until: null, failedAt: null } });
  it.each([
    ['free', paused, 'paused'],
    ['pro', kept, 'paused_kept'],
  ])('is not shown as incomplete (access: %s)', (plan, given, note) => {
    const card = cardOf(given, { plan, reason: 'paused' });
    expect(card).toMatchObject({ badge: { kind: 'paused' } });
    expect([card.notes, card.actions]).toEqual([[note], ['unpause', 'cancel', 'manage']]);
  });

  it('says that it ends, and lets one take that back', () => {
    const card = cardOf(subscription({ ...rests, ...scheduled }), notLive);
    expect(card.badge).toEqual({ kind: 'cancels', tone: 'warning', at: at(30) });
    expect([card.notes, card.actions]).toEqual([[], ['resume', 'manage']]);
  });

  it('mentions access by another plan', () => {
    expect(cardOf(paused, { ...pro, plan: 'starter' }).notes).toEqual(['paused', 'access_elsewhere']);
  });
});

it.each(['active', 'past_due', 'trialing'])(
  'offers no actions for a live subscription of a provider that is not set up (%s)',
  (status) => {
    const former = { url: 'https://company.example.com' };
    const card = cardOf(subscription({ status, former }), pro);
    expect(card.actions).toEqual([]);
    expect(card.badge).toEqual(cardOf(subscription({ status }), pro).badge);
    const over = cardOf(subscription({ status, former, isLive: false, ...scheduled }), notLive);
    expect(over.actions).toEqual(['choose_plan']);
  },
);

it.each([
  [['change_plan', 'pause', 'cancel', 'manage'], ['change_plan']],
  [
    ['support', 'cancel', 'manage'],
    ['support', 'cancel'],
  ],
  [['manage'], []],
] as const)('of %j, %j stand on the sheet, and the others at its foot', (actions, head) => {
  const places = placesOf(actions);
  expect(places.head).toEqual(head);
  expect([...places.head, ...places.foot]).toEqual(actions);
});
