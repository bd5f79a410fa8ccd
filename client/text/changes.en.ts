import { conflictsEn } from './conflicts.en.ts';

/** Copy of changing, canceling and resuming a plan, and of its seats. */
export const changesEn = {
  ...conflictsEn,
  changePlan: {
    title: 'Change your plan',
    none: 'This account has no active plan to change.',
    back: 'Back to the dashboard',
    currentPlan: 'Current plan',
    newPlan: 'New plan',
    asking: 'Working out what the change costs…',
    dropsPause: 'The scheduled pause is dropped.',
    atOnce: (plan: string) =>
      `${plan} starts as soon as you confirm. What is due now is charged to your usual payment method: the new price for the rest of the billing period, less what you have paid for it. If the payment fails, your plan stays as it is.`,
    atOnceAnew: (plan: string) =>
      `${plan} starts as soon as you confirm, and a new billing period with it. What is due now is charged to your usual payment method: its price, less what you have paid and not used yet. If the payment fails, your plan stays as it is.`,
    inTrial: (plan: string) =>
      `${plan} starts as soon as you confirm. Your trial goes on, and nothing is charged before it ends.`,
    endsTrial: (plan: string) =>
      `${plan} starts as soon as you confirm. A trial of it would be over by now, so yours ends, and the first period is charged.`,
    later: (now: string, next: string, date: string) =>
      `You keep what you have paid for, ${now}, until ${date}. ${next} starts then. Until that day you can take the change back.`,
    discounted: 'Your discount comes off what is due now. The payment provider works out the amount when you confirm.',
    estimate: 'The payment provider works out the exact amount when you confirm.',
    notPossible: 'This change is not possible right now. Nothing was changed.',
    declined: 'The payment failed, so your plan stays as it was. Check your payment method under “Manage billing”.',
    same: 'You already have this plan.',
    notOffered: 'This plan is not available. Choose another one on the plans page.',
    confirm: 'Confirm change',
    confirmAndPay: (sum: string) => `Confirm change and pay ${sum}`,
    confirming: 'Changing your plan…',
    failed: 'The change could not be confirmed. Your dashboard shows your current plan.',
    notes: {
      willEnd: (plan: string, date: string) => `${plan} is set to end on ${date}.`,
      resumed: (plan: string) => `${plan} continues as before.`,
      changed: (plan: string, interval: string) => `Your plan is now ${plan}, ${interval.toLowerCase()}.`,
      charged: (money: string) => `We charged ${money}.`,
      scheduled: (plan: string, date: string) => `Your plan changes to ${plan} on ${date}.`,
      paused: (plan: string) => `${plan} is paused.`,
      pauseScheduled: (plan: string, date: string) => `${plan} is set to pause on ${date}.`,
      onItsWay: 'Your change was accepted. It appears here as soon as it is confirmed.',
    },
  },
  former: {
    title: 'This plan is billed by a company that we no longer work with',
    text: 'We can’t change or cancel it here, and it renews there until you cancel it. Sign in on that company’s page with the email address that you bought with; the receipts that it sends you lead there too.',
    after: 'Once it has ended, choose a plan here.',
    link: 'Cancel on that company’s page',
    deleteAfter: 'Once it has ended, you can delete your data here.',
  },
  several: {
    title: (count: number) => `You have ${count} subscriptions`,
    charged: 'Each of them is charged.',
    lead: 'Each of them is charged. Choose the one that you keep: the others end with the time that is paid for.',
    next: (money: string, date: string) => (money ? `next charge ${money} on ${date}` : `next charge on ${date}`),
    late: (money: string, date: string) => `${money || 'its renewal'} was to be charged on ${date}`,
    due: (money: string) => (money ? `${money} is due now` : 'its last charge is due now'),
    paused: 'paused, nothing is charged for it',
    pauses: (date: string) => `pauses on ${date}, nothing is charged for it then`,
    ends: (date: string) => `ends on ${date}, nothing more is charged for it`,
    endsLater: (date: string) => `ends on ${date}`,
    keep: (plan: string) => `Keep ${plan} only`,
    keepTitle: (plan: string) => `Keep only ${plan}?`,
    keepEnds: (plan: string, date: string) =>
      `${plan} ends on ${date}. It is not charged again, and what was paid for it is not refunded.`,
    keepEndsNow: (plan: string) => `${plan} ends at once.`,
    goesOn: (plan: string, next: string) => `${plan} goes on: ${next}.`,
    keepAll: 'Change nothing',
    failed: 'The others could not be ended. Nothing was changed, or only in part: please try again.',
    ended: (plan: string) => `Your second subscription, ${plan}, was ended`,
    refunded: (amount: string) =>
      `You bought it on a page that your next choice had replaced. You get ${amount} back, the way you paid.`,
    notCharged: 'You bought it on a page that your next choice had replaced. Nothing was charged for it.',
    replaced: (plan: string) => `Your checkout for ${plan} no longer counts`,
    replacedBy: (choice: string | null) => `${choice ?? 'Another choice of yours'} took its place.`,
    replacedOpen: 'If its page is still open in another tab, close it without paying.',
    replacedClosed: 'Its page can no longer be paid.',
  },
  pendingPayment: {
    title: 'A payment is on its way',
    lead: (plan: string, date: string) =>
      `You chose ${plan} on ${date}, and its first payment has not arrived yet. A bank debit can take some days.`,
    wait: 'Wait for the payment',
    waitText: (plan: string) => `${plan} begins as soon as the payment arrives. You don’t need to do anything.`,
    end: (plan: string) => `End it and choose ${plan}`,
    endSame: 'End it and start again',
    endText: (plan: string) =>
      `${plan} is ended now, so that you don’t pay twice. If your bank carries out the payment all the same, please contact support.`,
    ending: (plan: string) => `${plan} is being ended…`,
    failed: (plan: string) => `${plan} could not be ended. Nothing was changed, and nothing else was bought.`,
    none: 'No payment is on its way any more. Your dashboard shows what you have.',
  },
  scheduledChange: {
    plan: (plan: string, date: string) => `${plan} from ${date}`,
    terms: (now: string, price: string) => `You keep ${now} until then${price && `, and pay ${price} afterwards`}.`,
    pause: (plan: string, date: string) => `${plan} pauses on ${date}`,
    undo: (plan: string) => `Keep ${plan}`,
    lapsed: (plan: string) =>
      `The planned change to ${plan} will not be made, because your subscription has changed since.`,
    pauseLapsed: (plan: string) =>
      `The planned pause of ${plan} will not happen, because your subscription has changed since.`,
  },
  pausePlan: {
    title: (plan: string) => `Pause ${plan}?`,
    now: (plan: string, free: string) =>
      `The pause begins as soon as you confirm. While it lasts, your account has the features of ${free}, and ${plan} is not charged.`,
    later: (plan: string, date: string, free: string) =>
      `You keep ${plan} until ${date}. From then on your account has the features of ${free} and nothing is charged.`,
    nowKept: (plan: string) =>
      `The pause begins as soon as you confirm. You keep ${plan} while it lasts, and it is not charged until you continue it.`,
    laterKept: (plan: string, date: string) =>
      `The pause begins on ${date}. You keep ${plan} while it lasts, and it is not charged until you continue it.`,
    nowBeside: (plan: string) =>
      `The pause begins as soon as you confirm. ${plan} is not charged until you continue it.`,
    laterBeside: (plan: string, date: string) =>
      `You keep ${plan} until ${date}. From then on it is not charged until you continue it.`,
    lost: (plan: string, date: string) => `You have paid for ${plan} until ${date}: what is left of that time is lost.`,
    uncredited: (plan: string, date: string) =>
      `You have paid for ${plan} until ${date}: what is left of that is not deducted from the next bill when you continue.`,
    credited: (plan: string, date: string) =>
      `You have paid for ${plan} until ${date}: what is left of that is deducted from the next bill when you continue.`,
    resumable: 'You can continue the plan at any time.',
    confirm: 'Pause plan',
  },
  cancelPlan: {
    title: (plan: string) => `Cancel ${plan}?`,
    keeps: (plan: string, date: string) => `You keep ${plan} until ${date}.`,
    ends: (plan: string, date: string) => `${plan} ends on ${date}.`,
    free: (free: string) => `After that, your account moves to ${free}.`,
    charge: 'You won’t be charged again.',
    chargeOf: (plan: string) => `${plan} won’t be charged again.`,
    notRefunded: 'The current billing period is not refunded.',
    trialCharge: 'You won’t be charged when the trial ends.',
    trialChargeOf: (plan: string) => `${plan} won’t be charged when its trial ends.`,
    due: 'The payment that is due is still asked for, and nothing after it.',
    dueOf: (plan: string) => `The payment that is due for ${plan} is still asked for, and nothing after it.`,
    others: (count: number) =>
      count === 1
        ? 'Your other subscription goes on, and is charged as before.'
        : `Your ${count} other subscriptions go on, and are charged as before.`,
    drops: {
      plan: 'The scheduled change of plan is dropped.',
      pause: 'The scheduled pause is dropped.',
      elsewhere:
        'What we had scheduled for your plan after that day is set aside. It comes back if you resume the plan.',
    },
    resumable: 'You can resume the plan at any time before that day.',
    confirm: 'Cancel at period end',
    keep: (plan: string) => `Keep ${plan}`,
  },
};

export type ChangesCopy = typeof changesEn;
