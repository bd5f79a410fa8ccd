/** Copy of changing, canceling and resuming a plan. */
export const changesEn = {
  changePlan: {
    title: 'Change your plan',
    none: 'You have no active plan to change.',
    back: 'Back to the dashboard',
    currentPlan: 'Current plan',
    newPlan: 'New plan',
    proRata:
      'The difference is charged now to your usual payment method, prorated for the rest of the billing period. What you have already paid is credited.',
    ending:
      'Your current plan is set to end. After the change, check on your dashboard whether the new one is set to end too.',
    same: 'You already have this plan.',
    notOffered: 'This plan is not available. Choose another one on the plans page.',
    confirming: 'Changing your plan…',
    failed: 'The change could not be confirmed. Your dashboard shows your current plan.',
    notes: {
      willEnd: (plan: string, date: string) => `${plan} is set to end on ${date}.`,
      resumed: (plan: string) => `${plan} continues as before.`,
      changed: (plan: string, interval: string) => `Your plan is now ${plan}, ${interval.toLowerCase()}.`,
      onItsWay: 'Your change was accepted. It appears here as soon as it is confirmed.',
    },
  },
  several: {
    title: (count: number) => `You have ${count} subscriptions`,
    lead: 'Each of them is charged. Choose the one that you keep: the others end with the time that is paid for.',
    next: (date: string) => `next charge on ${date}`,
    ends: (date: string) => `ends on ${date}, nothing more is charged for it`,
    keep: (plan: string) => `Keep ${plan} only`,
    failed: 'The others could not be ended. Nothing was changed, or only in part: please try again.',
    ended: (plan: string) => `Your second subscription, ${plan}, was ended`,
    refunded: (amount: string) =>
      `You bought it on a page that your next choice had replaced. ${amount} go back to your card.`,
    notCharged: 'You bought it on a page that your next choice had replaced. Nothing was charged for it.',
  },
  cancelPlan: {
    title: (plan: string) => `Cancel ${plan}?`,
    keeps: (plan: string, date: string) => `You keep ${plan} until ${date}. After that, your account moves to Free.`,
    charge: 'You won’t be charged again. The current billing period is not refunded.',
    trialCharge: 'You won’t be charged when the trial ends.',
    resumable: 'You can resume the plan at any time before that day.',
    confirm: 'Cancel at period end',
    keep: (plan: string) => `Keep ${plan}`,
  },
};

export type ChangesCopy = typeof changesEn;
