import { z } from 'zod';
import { timestamp } from '../records/view.ts';
import { accessReasons } from './access.ts';

/** A user's current access, as other programs get it. */
export const accessAnswer = z.object({
  userId: z.string(),
  plan: z.string().describe('A name of the plans file'),
  reason: z.enum(accessReasons),
  until: timestamp.nullable().describe('Until when, if nothing changes; null for `free`, and where there is no end'),
  features: z
    .record(z.string(), z.union([z.literal(true), z.int()]))
    .describe('As in the plans file: `true`, or the limit'),
  seats: z.int().nullable().describe('How many people may use it: the seats that are paid for; null: any number'),
  asOf: timestamp,
});
export type AccessAnswer = z.infer<typeof accessAnswer>;
