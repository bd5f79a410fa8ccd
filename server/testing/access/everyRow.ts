import type { AccessPolicy } from '../../plans/accessPolicy.ts';

/**
 * The expected access after each possible event, by provider and policy. Every value is written out, none is computed.
 */

const choices = ['paused', 'canceled', 'refund_full', 'refund_partial'] as const;
const disputes = ['dispute_open', 'dispute_won', 'dispute_lost', 'grants'] as const;
const all = (choice: 'keep' | 'end', days: number): Partial<AccessPolicy> => ({
  ...Object.fromEntries([...choices, ...disputes].map((name) => [name, choice])),
  past_due_days: days,
  after_trial_failed_days: days,
  renewal_grace_days: days,
});
/**
 * The default file; everything is kept for a month; everything ends at once; a failed payment ends a plan after a day.
 */
export const POLICIES: Record<string, Partial<AccessPolicy>> = {
  usual: {},
  mild: all('keep', 30),
  strict: all('end', 0),
  short: { past_due_days: 1, after_trial_failed_days: 2, renewal_grace_days: 1 },
};

/** Plan and reason under each policy, in the order above. */
export type Words = readonly [usual: string, mild: string, strict: string, short: string];
const always = (words: string): Words => [words, words, words, words];
const RUNS = always('starter active');
const UNLESS_STRICT: Words = ['starter active', 'starter active', 'free disputed', 'starter active'];
const IN_GRACE: Words = [
  'starter past_due_grace',
  'starter past_due_grace',
  'free past_due_expired',
  'free past_due_expired',
];
export type OfCompanies = Partial<Record<'alpha' | 'beta' | 'gamma' | 'others', Words>>;
export const isSame = (words: Words | OfCompanies): words is Words => Array.isArray(words);
export const TABLE: Record<string, Words | OfCompanies> = {
  'nothing was bought': always('free none'),
  'a trial runs': always('starter trialing'),
  'it is paid': RUNS,
  'it is set to end': RUNS,
  'a renewal failed': IN_GRACE,
  'the charge after the trial failed a day ago': [
    'starter past_due_grace',
    'starter past_due_grace',
    'free past_due_expired',
    'starter past_due_grace',
  ],
  'no news of a renewal for half a day': [
    'starter trialing',
    'starter trialing',
    'free period_over',
    'starter trialing',
  ],
  'it is paused': ['free paused', 'starter paused', 'free paused', 'free paused'],
  // At Stripe the subscription stays active; only the collection of payments stops.
  'its collection is paused': { alpha: RUNS },
  'it ended with paid time left': {
    others: ['starter canceled', 'starter canceled', 'free not_live', 'starter canceled'],
    // Polar revokes a subscription when it ends it.
    gamma: always('free not_live'),
  },
  'it ended with paid time left, and a part was refunded': {
    others: ['free refunded', 'free refunded', 'free not_live', 'free refunded'],
    gamma: always('free not_live'),
  },
  'the period was refunded': ['free refunded', 'starter active', 'free refunded', 'free refunded'],
  'a part of the period was refunded': ['starter active', 'starter active', 'free refunded', 'starter active'],
  // Polar sends no webhooks for disputes; Creem's webhooks don't say how a dispute ends.
  'the period is disputed': { others: UNLESS_STRICT, gamma: RUNS },
  'a dispute was won': { others: UNLESS_STRICT, gamma: RUNS },
  'a dispute was lost': {
    alpha: ['free disputed', 'starter active', 'free disputed', 'free disputed'],
    beta: UNLESS_STRICT,
    gamma: RUNS,
  },
  'it was bought once': always('starter purchased'),
  'it was bought once, and refunded': ['free refunded', 'starter purchased', 'free refunded', 'free refunded'],
  'an operator gave a plan': ['pro granted', 'pro granted', 'free not_live', 'pro granted'],
};
