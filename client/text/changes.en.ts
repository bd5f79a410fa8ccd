/** Copy of changing, canceling and resuming a plan. */
export const changesEn = {
  changePlan: {
    title: 'Change your plan',
    none: 'You have no running plan that could be changed.',
    back: 'Back to the dashboard',
    currentPlan: 'Current plan',
    newPlan: 'New plan',
    proRata:
      'The difference for the rest of the current period is charged now, pro rata, by our payment provider, to your usual payment method. What you have paid already is set off.',
    ending: 'Your current plan is set to end; after the change, check on the dashboard whether the new one is as well.',
    same: 'You have this plan already.',
    notOffered: 'This plan is not offered. Pick another one on the page of plans.',
    confirming: 'Changing your plan…',
    failed: 'The change could not be confirmed. Your dashboard shows what holds now.',
    notes: {
      willEnd: (plan: string, date: string) => `${plan} is set to end on ${date}.`,
      resumed: (plan: string) => `${plan} goes on as before.`,
      changed: (plan: string, interval: string) => `Your plan is now ${plan}, ${interval.toLowerCase()}.`,
      onItsWay: 'Your change was accepted. This page shows it as soon as it arrives.',
    },
  },
  cancelPlan: {
    title: (plan: string) => `Cancel ${plan}?`,
    keeps: (plan: string, date: string) => `You keep ${plan} until ${date}. Then your account returns to Free.`,
    charge: 'Nothing more is charged, and what you paid for the current period is not refunded.',
    trialCharge: 'Nothing is charged when the trial ends.',
    resumable: 'Until that day you can resume the plan, and nothing changes.',
    confirm: 'Cancel at period end',
    keep: (plan: string) => `Keep ${plan}`,
  },
};

export type ChangesCopy = typeof changesEn;
