import type { ConflictReason } from '../../server/trpc/router.ts';

export type ConflictsCopy = { conflicts: Record<ConflictReason, (date: string) => string> };

/** Why a change of a subscription is refused. `date`: when that stops being so by itself; empty: it doesn't. */
export const conflictsEn: ConflictsCopy = {
  conflicts: {
    ending: (date) => `Your plan is set to end${date && ` on ${date}`}. Resume it on your dashboard, then change it.`,
    past_due: () => 'Your last payment did not go through. Fix the payment on your dashboard, then change the plan.',
    paused: () => 'Your plan is paused. Continue it on your dashboard, then change it.',
    not_ending: () => 'Your plan is not set to end, so there is nothing to resume. It goes on as before.',
    not_paused: () => 'Your plan is not paused, so there is nothing to continue. It goes on as before.',
    nothing_scheduled: () => 'No change is scheduled, so there is nothing to take back.',
    pause_scheduled: (date) => `A pause is already scheduled${date && ` for ${date}`}. Nothing was changed.`,
    same_plan: () => 'You already have this plan, with this billing interval and this number of seats.',
    not_sold: () => 'This plan is not sold with this billing interval. Choose another one on the plans page.',
    unknown_plan: () =>
      'The payment provider reports a plan that we don’t recognize, so we can’t say what a change costs. Please contact support.',
    not_by_seats: () => 'This plan is not sold by the seat, so the number of seats can’t be changed.',
    plan_with_seats: () =>
      'With this payment provider, plan and seats change one after the other. Change one of them first.',
    shorter_interval: (date) =>
      `The payment provider can’t schedule this change. Cancel at the end of the period, and choose the other plan ${date ? `after ${date}` : 'then'}.`,
    preview_expired: () =>
      'What was shown of the costs no longer holds. Nothing was changed: look at the new costs, then confirm again.',
    scheduled_elsewhere: () =>
      'Changes of your plan were scheduled outside this page. You can still cancel it here; for any other change, please contact support.',
    provider_refused: () =>
      'The payment provider refused the change, and nothing was changed. Try again later, or contact support.',
  },
};
