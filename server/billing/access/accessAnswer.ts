import { z } from 'zod';
import { timestamp } from '../records/view.ts';
import { type AccessReason, accessReasons } from './access.ts';

export const accessSentences: Record<AccessReason, string> = {
  active: 'A subscription runs and is paid.',
  trialing: 'A trial runs.',
  past_due_grace: 'A payment failed; access lasts for the days of grace (`past_due_days` of the plans file).',
  canceled: 'The subscription was canceled; access lasts until its paid end.',
  purchased: 'A one-time plan was bought.',
  granted: 'An operator gave the plan.',
  paused: 'The subscription is paused.',
  unknown_plan_grace:
    'The provider names a price of no known plan; access lasts for some days, until somebody classifies it.',
  past_due_expired: 'A payment failed, and the days of grace are over.',
  refunded: 'What was paid was given back.',
  disputed: 'The payment is disputed at the bank.',
  period_over: 'The paid time is over, and no renewal was reported.',
  unknown_plan: 'The provider names a price of no known plan.',
  not_live: 'There was a subscription, and it ended.',
  none: 'Nothing was ever bought.',
};

/** A sentence a name, as one text. */
export const sentencesOf = (sentences: Record<string, string>): string =>
  Object.entries(sentences)
    .map(([name, sentence]) => `\`${name}\`: ${sentence}`)
    .join(' ');

/** A user's current access, as other programs get it. */
export const accessAnswer = z.object({
  userId: z.string(),
  plan: z.string().describe('A name of the plans file'),
  reason: z.enum(accessReasons).describe(sentencesOf(accessSentences)),
  until: timestamp
    .nullable()
    .describe(
      'Until when it is paid or tried; null for `free`, and where there is no end. Access may last longer: `endsAt`',
    ),
  endsAt: timestamp
    .nullable()
    .describe(
      'When this answer ends or changes by time alone, days of grace and of a late renewal included: ask again then. null: it does not end by time alone; an event may still change it',
    ),
  features: z
    .record(z.string(), z.union([z.literal(true), z.int()]))
    .describe('As in the plans file: `true`, or the limit'),
  seats: z.int().nullable().describe('How many people may use it: the seats that are paid for; null: any number'),
  asOf: timestamp,
});
export type AccessAnswer = z.infer<typeof accessAnswer>;
