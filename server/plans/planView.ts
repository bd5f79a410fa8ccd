import { z } from 'zod';
import type { PlanList } from './listPlans.ts';

const byLanguage = <T extends z.ZodType>(schema: T) => z.object({ en: schema, de: schema.optional() });
const price = z.string().nullable().describe('A decimal string; null: not on sale');

const taxIncluded = z.boolean().nullable();

const plan = z.object({
  name: z.string(),
  purchasable: z.boolean(),
  popular: z.boolean(),
  texts: byLanguage(z.object({ name: z.string(), lead: z.string().optional() })),
  prices: z.object({ month: price, year: price, one_time: price }),
  taxIncluded: z
    .object({ month: taxIncluded, year: taxIncluded, one_time: taxIncluded })
    .describe('For each price. false: the provider adds the tax; null: no tax, or unknown'),
  yearlySavingPercent: z.int().nullable(),
  trialDays: z.int(),
  seats: z.object({ min: z.int(), max: z.int().nullable().describe('null: any number') }),
  features: z.array(
    z.object({
      key: z.string(),
      limit: z.int().nullable().describe('null: without a limit'),
      texts: byLanguage(z.string()),
    }),
  ),
});

/** The result of `listPlans`. */
export const planList = z.object({
  selling: z.boolean().describe('false: nothing can be bought at the moment, and each checkout is 500'),
  currency: z.string(),
  oneTimeDays: z.int().nullable().describe('Days of a one-time purchase; null: forever'),
  pauseKeepsAccess: z.boolean().describe('true: a paused plan can be used all the same'),
  plans: z.array(plan),
  compare: z
    .array(byLanguage(z.string()).extend({ features: z.array(z.string()) }))
    .describe('Rows that compare plans, features from the least to the most; others have a row of their own'),
  names: z.record(z.string(), byLanguage(z.string())),
}) satisfies z.ZodType<PlanList>;
