import { expect, test } from 'vitest';
import { createFormat } from '../../format.ts';
import { allDe, allEn as en } from '../../text/testing.ts';
import { accessOf, statedAt, statedNow, statedSubscription } from './sample.ts';
import { partsOf, sentenceOf } from './sentence.ts';
import type { StatedSubscription } from './stated.ts';
import { type StatedAccess, statementOf } from './statement.ts';

const format = createFormat('en-US');
const words = {
  copy: en,
  planName: (plan: string) => plan[0]?.toUpperCase() + plan.slice(1),
  date: (iso: string) => format.spoken(iso, statedNow),
  money: (amount: string) => format.money(amount, 'usd'),
};

type Case = [
  state: string,
  subscription: Partial<StatedSubscription> | null,
  sentence: string,
  /** Default: none. */
  access?: StatedAccess,
];
const UNKNOWN = { plan: 'pro', interval: 'month', amount: null };
const scheduled = { kind: 'plan', plan: 'starter', interval: 'month', seats: 1, amount: '4.90', at: statedAt(30) };

const cases: Case[] = [
  ['renews', {}, 'Pro renews on November 30 for $9.90.'],
  ['renews, and tax is added', { taxIncluded: false }, 'Pro renews on November 30 for $9.90 plus tax.'],
  ['an amount that nobody knows', { amountKnown: false }, 'Pro renews on November 30.'],
  [
    'a trial',
    { status: 'trialing', trialEnd: statedAt(28) },
    'Pro is free until November 28, and costs $9.90 from then on.',
  ],
  ['ending', { cancelAtPeriodEnd: true }, 'Pro ends on November 30. It is not charged again.'],
  [
    'an end after the next renewal',
    { cancelAt: statedAt(48) },
    'Pro renews on November 30 for $9.90. It ends on December 18.',
  ],
  ['not paid', { status: 'past_due' }, '$9.90 for Pro is not paid.'],
  ['not paid, and tax is added', { status: 'past_due', taxIncluded: false }, '$9.90 plus tax for Pro is not paid.'],
  ['not paid, of an unknown sum', { status: 'past_due', paid: UNKNOWN }, 'The last charge for Pro is not paid.'],
  [
    'not paid, with time left',
    {
      status: 'past_due',
      use: { usable: true, reason: 'past_due_grace', until: statedAt(28), failedAt: statedAt(14) },
    },
    '$9.90 for Pro is not paid. You keep it until November 28.',
  ],
  [
    'refunded, and renewing',
    { use: { usable: false, reason: 'refunded', until: null, failedAt: null } },
    'You can’t use Pro.',
  ],
  ['paused', { paused: true, status: 'incomplete' }, 'Pro is paused. It is not charged until you continue it.'],
  ['a bank debit', { status: 'incomplete' }, 'Your bank is paying $9.90 for Pro.'],
  ['ended', { status: 'canceled', endedAt: statedAt(14) }, 'Pro ended on November 14.'],
  ['an unknown plan', { plan: 'gold' }, 'We don’t recognize the plan that you pay for.'],
  ['nothing', null, 'You are on Free. Nothing is charged.'],
  [
    'bought once',
    null,
    'You bought Pro. You can use it until December 18.',
    accessOf({ plan: 'pro', reason: 'purchased', until: statedAt(48) }),
  ],
  [
    'through the organisation',
    null,
    'You can use Pro through your organization.',
    accessOf({ plan: 'pro', reason: 'active', through: 'organisation' }),
  ],
  [
    'a smaller plan next',
    { scheduledChange: scheduled as never },
    'Pro becomes Starter on November 30. From then on it costs $4.90.',
  ],
];

test.each(cases)('in German with tax on top: %s', (...[, changes, , access = accessOf({})]) => {
  const subscription = changes && statedSubscription({ ...changes, taxIncluded: false });
  const statement = statementOf(subscription, { access, asked: true, now: statedNow });
  expect(sentenceOf(statement, { ...words, copy: allDe }).text).toMatch(/[^.]\.$/);
});

test('the free plan is called as the plans file calls it', () => {
  const statement = statementOf(null, { access: accessOf({}), asked: false, now: statedNow });
  expect(sentenceOf(statement, { ...words, planName: () => 'Hobby' }).text).toBe('You are on Hobby.');
});

test.each(cases)('%s', (...[, changes, sentence, access = accessOf({})]) => {
  const subscription = changes && statedSubscription(changes);
  const statement = statementOf(subscription, { access, asked: true, now: statedNow });
  const said = sentenceOf(statement, words);
  expect(said.text).toBe(sentence);
  const parts = partsOf(said);
  expect(parts.map(({ text }) => text).join('')).toBe(sentence);
  expect(parts.filter(({ isFact }) => isFact).length).toBeLessThanOrEqual(said.facts.length);
});
