import { z } from 'zod';
import { accessPolicy } from './accessPolicy.ts';

/** The plan of users without a subscription; it is never sold. */
export const FREE_PLAN = 'free';
/** The plan on a record whose price is unknown. No plan of a file may have this name. */
export const UNKNOWN_PLAN = 'unknown';

const count = (least: number, most = 1_000_000) =>
  z.int(`must be a whole number from ${least} to ${most}`).min(least).max(most);
const text = z.string('must be a text').trim().min(1).max(200);
const amount = z
  .string('must be an amount in quotes, such as "9.90"')
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be an amount such as "9.90"');
const name = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _, and begin with a letter');

/** In the languages of the pages; English is the fallback. */
const byLanguage = <T extends z.ZodType>(schema: T) => z.strictObject({ en: schema, de: schema.optional() });

const featureText = z.union(
  [text, z.strictObject({ one: text.optional(), few: text.optional(), many: text.optional(), other: text })],
  'must be a text, or texts by plural form with `other` among them',
);

const seats = z.strictObject({
  min: count(1).default(1),
  max: z.union([count(1), z.literal('unlimited')], 'must be a whole number from 1, or unlimited').default(1),
});

export const planEntry = z.strictObject({
  rank: count(0, 1_000).describe('The more expensive plan has the higher rank'),
  texts: byLanguage(z.strictObject({ name: text, lead: text.optional() })),
  prices: z
    .strictObject({ month: amount.optional(), year: amount.optional(), one_time: amount.optional() })
    .default({})
    .describe('The displayed prices, in the currency of the file'),
  trial_days: count(0, 3_650).default(0),
  seats: seats.prefault({}),
  features: z.record(name, z.union([z.literal(true), count(1)], 'must be true, or a limit from 1')).default({}),
  popular: z.boolean().default(false),
  sold: z.boolean().default(true).describe('false: it can no longer be bought, and existing subscribers keep it'),
});
export type PlanEntry = z.output<typeof planEntry>;

export const planFile = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/, 'must be a lower-case currency code, such as usd'),
  plans: z.record(name, planEntry),
  features: z.record(name, byLanguage(featureText)).default({}),
  compare: z
    .array(byLanguage(text).extend({ features: z.array(name).min(1).describe('From the least to the most') }))
    .default([])
    .describe('Rows of the comparison on the plans page; a feature that is in none has a row of its own'),
  access: accessPolicy.prefault({}),
});
export type PlanFile = z.output<typeof planFile>;
