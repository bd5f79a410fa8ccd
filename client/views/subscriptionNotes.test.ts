import { describe, expect, it } from 'vitest';
import { accessOf, statedAt as at, statedNow as now, statedSubscription as subscription } from './statement/sample.ts';
import type { StatedSubscription } from './statement/stated.ts';
import type { StatedAccess } from './statement/statement.ts';
import { subscriptionCard } from './subscriptionCard.ts';

const cardOf = (given: StatedSubscription | null, access: Partial<StatedAccess>) =>
  subscriptionCard(given, { access: accessOf(access), asked: true, now });

const pro = { plan: 'pro', reason: 'active' } as const;
const graceOver = { plan: 'free', reason: 'past_due_expired' } as const;
const notLive = { plan: 'free', reason: 'not_live' } as const;

const cannot = (reason: AccessReason) => ({ usable: false, reason, until: null, failedAt: null });
const ownedBy = (by: 'granted' | 'purchased'): StatedAccess['owned'] => [
  { plan: 'starter', by, until: at(30), covers: ['starter'] },
];
type AccessReason = StatedSubscription['use']['reason'];

const scheduled = { cancelAtPeriodEnd: true, canceledAt: at(20) };

describe('notes about access that differs from the subscription', () => {
  it.each([
    { name: 'nothing bought', changes: null, access: { plan: 'free', reason: 'none' }, notes: [] },
    { name: 'bought elsewhere', changes: null, access: pro, notes: [] },
    {
      name: 'a member of an organisation that pays',
      changes: null,
      access: { ...pro, through: 'organisation' },
      notes: [],
    },
    { name: 'another runs', changes: { status: 'canceled' }, access: pro, notes: ['access_elsewhere'] },
    { name: 'a lower plan changed last', changes: { plan: 'starter' }, access: pro, notes: ['access_elsewhere'] },
    {
      name: 'no renewal yet',
      changes: { use: cannot('period_over') },
      access: { plan: 'free', reason: 'period_over' },
      notes: ['period_over'],
    },
    { name: 'bought once', changes: null, access: { plan: 'pro', reason: 'purchased' }, notes: [] },
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
    {
      name: 'given a lower plan than the one that is paid',
      changes: {},
      access: { ...pro, owned: ownedBy('granted') },
      notes: ['granted'],
    },
    {
      name: 'bought a lower plan once, which is no gift',
      changes: {},
      access: { ...pro, owned: ownedBy('purchased') },
      notes: [],
    },
    {
      name: 'refunded, and another plan is had',
      changes: { use: cannot('refunded') },
      access: { ...pro, plan: 'starter' },
      notes: ['refunded', 'access_elsewhere'],
    },
    {
      name: 'disputed',
      changes: { use: cannot('disputed') },
      access: { plan: 'free', reason: 'disputed' },
      notes: ['disputed'],
    },
    {
      name: 'ended, with paid time left',
      changes: { status: 'canceled', use: { usable: true, reason: 'canceled', until: at(30), failedAt: null } },
      access: { plan: 'pro', reason: 'canceled' },
      notes: ['paid_left'],
    },
    {
      name: 'active, but without access',
      changes: { use: cannot('not_live') },
      access: notLive,
      notes: ['access_free'],
    },
    {
      name: 'of a plan that nobody knows, in its days of grace',
      changes: { plan: 'unknown', use: { usable: true, reason: 'unknown_plan_grace', until: at(25), failedAt: null } },
      access: { plan: 'pro', reason: 'unknown_plan_grace' },
      notes: ['unknown_plan_kept'],
    },
    { name: 'past due, grace over', changes: { status: 'past_due' }, access: graceOver, notes: [] },
  ] as const)('$name', ({ changes, access, notes }) => {
    expect(cardOf(changes && subscription(changes), access).notes).toEqual(notes);
  });
});
