import { z } from 'zod';
import { timestamp } from '../records/view.ts';
import { accessReasons } from './access.ts';

/** A user's current access, as other programs get it. */
export const accessAnswer = z.object({
  userId: z.string(),
  plan: z.string().describe('A name of the plans file'),
  reason: z.enum(accessReasons),
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
