import { AppError } from '../../../errors.ts';

/** Why a change is refused, what to do instead, and when. `day`: of `until`, as a date. */
const SENTENCES = {
  ending: (day) => `The subscription is set to end on ${day}. Resume it first, then change it.`,
  past_due: () =>
    'A payment is due. Pay it first (the portal has it), then change the plan; canceling is possible now.',
  paused: () => 'The subscription is paused. Continue it first (`unpause`).',
  not_ending: () => 'The subscription is not set to end, so there is nothing to resume.',
  not_paused: () => 'The subscription is not paused, so there is nothing to continue.',
  nothing_scheduled: () => 'No change is scheduled, so there is nothing to take back.',
  pause_scheduled: (day) => `A pause is already scheduled for ${day}.`,
  same_plan: () => 'The subscription already has this plan, interval and number of seats.',
  not_sold: () => 'This plan is not sold at this interval. Choose another of the plans on sale.',
  unknown_plan: () => 'The provider reports a price of no known plan, so no change has a known cost. Ask support.',
  not_by_seats: () => 'The price is not per seat: send no number of seats other than 1.',
  plan_with_seats: () => 'The provider changes plan and seats one after the other. Send two changes.',
  shorter_interval: (day) =>
    `The provider can't schedule this change. Cancel at the end of the period, and buy the other plan after ${day}.`,
  preview_expired: () => 'The preview no longer holds. Ask for a new one, and send its date along.',
  scheduled_elsewhere: () =>
    'Somebody else scheduled changes of the subscription at the provider. Canceling is possible; ask support for another change.',
  provider_refused: () => 'The provider refused the change, and nothing was changed. Try again later, or ask support.',
} satisfies Record<string, (day: string) => string>;

export type ConflictReason = keyof typeof SENTENCES;
export const conflictReasons = Object.keys(SENTENCES) as [ConflictReason, ...ConflictReason[]];

/** Every reason with its sentence. */
export const conflictSentences = (day = '(`until`)') =>
  Object.fromEntries(conflictReasons.map((reason) => [reason, SENTENCES[reason](day)]));

/** The refusal `change_not_possible` with its reason. `until`: when it stops being so by itself; null: it doesn't. */
export function conflict(reason: ConflictReason, { until, cause }: { until?: Date; cause?: unknown } = {}): AppError {
  const at = until?.toISOString() ?? null;
  const message = SENTENCES[reason](at?.slice(0, 10) ?? '');
  return new AppError('change_not_possible', { cause, conflict: { reason, until: at, message } });
}
