import { z } from 'zod';
import { optional } from './words.ts';

/** How people end what they pay for, and what they are told before it goes on. */
export interface EndsSettings {
  /** Anybody may ask for an end without signing in. */
  cancelPage: boolean;
  /** How long after a purchase somebody may withdraw from it; 0: the page doesn't offer it. */
  withdrawalDays: number;
  /** How many days before a trial ends, and before a yearly renewal, a mail says so; 0: none does. */
  reminders: { trial: number; year: number };
}

const MOST_DAYS = 90;
const REMINDER = /^(trial|year):(\d{1,2})$/;
const FORM = `must be off, or days before the charge such as trial:3,year:30 (1 to ${MOST_DAYS})`;

const reminders = z.string().transform((value, context): EndsSettings['reminders'] => {
  const days = { trial: 0, year: 0 };
  if (value.trim() === 'off') return days;
  for (const part of value.split(',')) {
    const [, kind, count] = REMINDER.exec(part.trim()) ?? [];
    const isKnown = (kind === 'trial' || kind === 'year') && Number(count) >= 1 && Number(count) <= MOST_DAYS;
    if (isKnown) days[kind] = Number(count);
    else context.addIssue({ code: 'custom', message: FORM });
  }
  return days;
});

export const endsShape = {
  CANCEL_PAGE: optional(z.enum(['on', 'off'])),
  WITHDRAWAL_DAYS: optional(z.coerce.number().int().min(0).max(365)),
  REMINDERS: optional(reminders),
};

export function endsSettings(given: z.output<z.ZodObject<typeof endsShape>>): { ends: EndsSettings } {
  return {
    ends: {
      cancelPage: given.CANCEL_PAGE !== 'off',
      withdrawalDays: given.WITHDRAWAL_DAYS ?? 14,
      reminders: given.REMINDERS ?? { trial: 3, year: 30 },
    },
  };
}
