import { describe, expect, test } from 'vitest';
import { defaultPlans } from '../../../plans/testing.ts';
import { days, failed, free, now, paid, pro, running } from '../../../testing/access/moments.ts';
import type { PaymentRecord, SubscriptionRecord } from './ownerRecords.ts';
import { accessAt, timeline } from './timeline.ts';

const plans = defaultPlans();

const decideAll = (subscriptions: SubscriptionRecord[], policy = {}) => {
  const records = { subscriptions, purchases: [], grants: [] };
  return accessAt(timeline(records, { ...plans, access: { ...plans.access, ...policy } }), now);
};
const decide = (more: Partial<SubscriptionRecord>, policy = {}) => decideAll([{ ...running, ...more }], policy);

describe('one subscription', () => {
  test.each<[string, Partial<SubscriptionRecord>, object]>([
    ['active', {}, pro('active', days(20))],
    ['trialing', { status: 'trialing' }, pro('trialing', days(20))],
    ['ending, its period runs', { cancelAtPeriodEnd: true }, pro('active', days(20))],
    ['ending, its period is over', { cancelAtPeriodEnd: true, currentPeriodEnd: now }, free('period_over')],
    ['its renewal is a little late', { currentPeriodEnd: days(-2) }, pro('active', days(-2))],
    ['its renewal never came', { currentPeriodEnd: days(-3) }, free('period_over')],
    ['incomplete', { status: 'incomplete' }, free('not_live')],
    ['of a plan we do not know', { plan: 'unknown' }, free('unknown_plan')],
    ['of the plan that nobody buys', { plan: 'free' }, free('unknown_plan')],
    ['with seats', { quantity: 7 }, { plan: 'pro', seats: 7 }],
    ['its company tells no seats', { quantity: null }, { plan: 'pro', seats: 1 }],
    ['of a plan named like a method', { plan: 'toString' }, free('unknown_plan')],
  ])('%s', (_name, more, expected) => {
    expect(decide(more)).toMatchObject(expected);
  });
});

describe('past due', () => {
  test.each<[string, Partial<SubscriptionRecord>, object]>([
    ['within the days since the first failure', { payments: [failed(-6)] }, pro('past_due_grace', days(1))],
    ['after them', { payments: [failed(-7)] }, free('past_due_expired')],
    [
      'nobody told the failure: since the period began',
      { currentPeriodStart: days(-6) },
      pro('past_due_grace', days(1)),
    ],
    ['the same, after them', { currentPeriodStart: days(-7) }, free('past_due_expired')],
    ['what is over', { payments: [failed(-1)], standing: 'over' }, free('past_due_expired')],
    [
      'another invoice failed: the paid period stays',
      { payments: [paid(-10), failed(-8)] },
      pro('past_due_grace', days(20)),
    ],
    [
      'and the days, where they end later',
      { payments: [paid(-10), failed(-1)], currentPeriodEnd: days(2) },
      pro('past_due_grace', days(6)),
    ],
    [
      'something was paid since the failure: that is not the period',
      { payments: [failed(-10), paid(-9)] },
      free('past_due_expired'),
    ],
  ])('%s', (_name, more, expected) => {
    expect(decide({ status: 'past_due', ...more })).toMatchObject(expected);
  });

  const off = { writtenOff: 'voided' };
  test.each<[string, PaymentRecord[], object]>([
    ['both failures are owed', [failed(-10), failed(-2)], free('past_due_expired')],
    ['the first was written off', [failed(-10, off), failed(-2)], pro('past_due_grace', days(5))],
    ['the later was written off', [failed(-10), failed(-2, off)], free('past_due_expired')],
    ['all was written off, and it is past due still', [failed(-2, off)], pro('past_due_grace', days(5))],
    [
      'what was paid after a write-off may be for another period',
      [failed(-10, off), paid(-9)],
      free('past_due_expired'),
    ],
    ['what came of it later does not count', [failed(-2, { lastEventAt: days(-1) })], pro('past_due_grace', days(5))],
    [
      'nobody told when it failed: its last event counts',
      [failed(-2, { failedAt: null })],
      pro('past_due_grace', days(5)),
    ],
    [
      'nor of any event: when we recorded it',
      [failed(-2, { failedAt: null, lastEventAt: null })],
      pro('past_due_grace', days(5)),
    ],
    ['an hour before the period still belongs to it', [paid(-10 - 1 / 24)], pro('past_due_grace', days(20))],
    ['a payment of the period before does not', [paid(-10.05)], free('past_due_expired')],
  ])('its days begin with the first failure of what is still owed: %s', (_name, payments, expected) => {
    expect(decide({ status: 'past_due', payments })).toMatchObject(expected);
    expect(decide({ status: 'past_due', payments: payments.toReversed() })).toMatchObject(expected);
  });

  test('a trial whose first payment failed has its own number of days', () => {
    const unpaid = { status: 'past_due', currentPeriodStart: days(-2), trialEnd: days(-2), payments: [failed(-2)] };
    expect(decide(unpaid)).toMatchObject(pro('past_due_grace', days(5)));
    expect(decide(unpaid, { after_trial_failed_days: 3 })).toMatchObject(pro('past_due_grace', days(1)));
    expect(decide(unpaid, { after_trial_failed_days: 0 })).toMatchObject(free('past_due_expired'));
    const anHourBefore = { ...unpaid, trialEnd: new Date(days(-2).getTime() - 3_600_000) };
    expect(decide(anHourBefore, { after_trial_failed_days: 0 })).toMatchObject(free('past_due_expired'));
    const later = { ...unpaid, trialEnd: days(-33) };
    expect(decide(later, { after_trial_failed_days: 0 })).toMatchObject(pro('past_due_grace', days(5)));
  });
});

describe('ended with paid time left', () => {
  const ended = { status: 'canceled', payments: [paid(-10)] };
  test.each<[string, Partial<SubscriptionRecord>, object]>([
    ['to the paid end', {}, pro('canceled', days(20))],
    ['deleted as canceled', { status: 'deleted' }, pro('canceled', days(20))],
    ['not beyond it', { currentPeriodEnd: now }, free('not_live')],
    ['it ran out by the company’s clock', { lastEventAt: days(20) }, free('not_live')],
    ['nothing was paid', { payments: [] }, free('not_live')],
    ['its period was not paid', { payments: [failed(-5)] }, free('not_live')],
    ['money went back', { payments: [paid(-10, { amountRefunded: '1.00' })] }, free('refunded')],
    ['a dispute was lost', { payments: [paid(-10, { dispute: 'lost' })] }, free('disputed')],
    [
      'money went back, and the time is over',
      { payments: [paid(-10, { amountRefunded: '9.90' })], currentPeriodEnd: now },
      free('not_live'),
    ],
    [
      'nor does a write-off pay for it',
      { payments: [failed(-10, { writtenOff: 'voided' }), paid(-9)] },
      free('not_live'),
    ],
    ['nor an invoice of nothing', { payments: [paid(-10, { amount: '0.00' })] }, free('not_live')],
    [
      'what failed in that instant belongs to another',
      { payments: [paid(-10), failed(-10)] },
      pro('canceled', days(20)),
    ],
    ['as what was paid first does', { payments: [paid(-10), failed(-9)] }, pro('canceled', days(20))],
    ['it is over', { standing: 'over' }, free('not_live')],
  ])('%s', (_name, more, expected) => {
    expect(decide({ ...ended, ...more })).toMatchObject(expected);
  });

  test('if the policy ends access', () => {
    expect(decide(ended, { canceled: 'end' })).toMatchObject(free('not_live'));
  });
});

describe('paused', () => {
  const paused = { status: 'incomplete', standing: 'paused' };
  test.each([
    ['end', free('paused')],
    ['keep', { ...pro('paused', null), endsAt: null }],
  ])('%s', (choice, expected) => {
    expect(decide(paused, { paused: choice })).toMatchObject(expected);
  });
});

const kept = pro('active', days(20));
describe('refunds and disputes of the current period', () => {
  test.each<[string, Partial<PaymentRecord>, string, object]>([
    ['refund_full', { amountRefunded: '9.90' }, 'end', free('refunded')],
    ['refund_partial', { amountRefunded: '9.89' }, 'keep', free('refunded')],
    ['dispute_open', { dispute: 'open' }, 'keep', free('disputed')],
    ['dispute_won', { dispute: 'won' }, 'keep', free('disputed')],
    ['dispute_lost', { dispute: 'lost' }, 'end', free('disputed')],
  ])('%s', (...[name, more, byDefault, ended]) => {
    const subscription = { payments: [paid(-10, more)] };
    expect(decide(subscription)).toMatchObject(byDefault === 'end' ? ended : kept);
    expect(decide(subscription, { [name]: 'end' })).toMatchObject(ended);
    expect(decide(subscription, { [name]: 'keep' })).toMatchObject(kept);
  });
});

test('what a lost dispute took is no refund', () => {
  const lost = { payments: [paid(-10, { dispute: 'lost', amountRefunded: '9.90' })] };
  expect(decide(lost, { dispute_lost: 'keep' })).toMatchObject(kept);
});

describe("while the price's plan is unknown", () => {
  const unknown = { plan: 'unknown', grantedPlan: 'pro', unknownSince: days(-13) };
  test.each<[string, Partial<SubscriptionRecord>, object]>([
    ['the last plan is kept for a fortnight', {}, pro('unknown_plan_grace', days(1))],
    ['and no longer', { unknownSince: days(-14) }, free('unknown_plan')],
    ['nor longer than it is paid', { currentPeriodEnd: days(0.5) }, pro('unknown_plan_grace', days(0.5))],
    ['nor when its time is over', { currentPeriodEnd: days(-5) }, free('period_over')],
    ['nor when it has ended', { status: 'canceled' }, free('not_live')],
    ['nor a plan that the file lacks', { grantedPlan: 'gold' }, free('unknown_plan')],
    ['nothing is kept that was never granted', { grantedPlan: null }, free('unknown_plan')],
  ])('%s', (_name, more, expected) => {
    expect(decide({ ...unknown, ...more })).toMatchObject(expected);
  });

  test('a paused subscription keeps access as long', () => {
    const paused = { ...unknown, status: 'incomplete', standing: 'paused' };
    expect(decide(paused, { paused: 'keep' })).toMatchObject(pro('unknown_plan_grace', days(1)));
  });
});

test('no subscription gives the free plan', () => {
  expect(decideAll([])).toMatchObject(free('none'));
});

test.each<[string, Partial<SubscriptionRecord>[], object]>([
  ['the dearest plan that runs counts', [{ plan: 'starter' }, { plan: 'enterprise' }, {}], { plan: 'enterprise' }],
  [
    'one that runs beats one that does not',
    [{ plan: 'enterprise', status: 'incomplete' }, { plan: 'starter' }],
    { plan: 'starter' },
  ],
  ['an unknown plan hides no known one', [{ plan: 'unknown' }, { plan: 'pro' }], { plan: 'pro' }],
  [
    'of one plan what lasts longest',
    [{}, { currentPeriodEnd: days(50) }, { currentPeriodEnd: days(30) }],
    { until: days(50) },
  ],
  [
    'of one end what needs no grace',
    [{ cancelAtPeriodEnd: true, currentPeriodEnd: days(23) }, {}],
    { until: days(23) },
  ],
  [
    'of reasons to be free the one to act on',
    [{ status: 'incomplete' }, { currentPeriodEnd: days(-9) }],
    free('period_over'),
  ],
])('%s', (_name, all, expected) => {
  const sources = all.map((more) => ({ ...running, ...more }));
  expect(decideAll(sources)).toMatchObject(expected);
  expect(decideAll(sources.toReversed())).toMatchObject(expected);
});

test.each<[string, Partial<SubscriptionRecord>, Date | null]>([
  ['a renewal is awaited', {}, days(23)],
  ['its renewal is late', { currentPeriodEnd: days(-2) }, days(1)],
  ['it ends', { cancelAtPeriodEnd: true }, days(20)],
  ['past due', { status: 'past_due', currentPeriodStart: days(-6) }, days(1)],
  ['free', { status: 'incomplete' }, null],
])('without further events, access ends: %s', (_name, more, endsAt) => {
  expect(decide(more).endsAt).toEqual(endsAt);
});
