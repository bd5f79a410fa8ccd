/** Copy of what one has, can or can't use, and who pays for it. */
export const standingEn = {
  standing: {
    cannotUse: (plan: string) => `You can’t use ${plan}`,
    goesOn: (plan: string, date: string) => `If you do nothing, ${plan} begins again on ${date}.`,
    usesOther: (plan: string) => `You can use ${plan} all the same.`,
    listPrice: (price: string) =>
      `The plan’s price is ${price}. Discounts come off it, and the exact amount is known with the bill.`,
    awaited: (plan: string) =>
      `Waiting for your bank: a debit usually takes 3 to 5 working days. ${plan} begins when the first payment, which has not arrived yet, is here. You don’t need to do anything.`,
    firstFailed: (plan: string) =>
      `The first payment failed, so ${plan} has not begun. Pay it under “Manage billing”, or choose a plan again.`,
    unknownKept: (plan: string, date: string) =>
      `The payment provider reports a plan that we don’t recognize. You keep ${plan} until ${date}. Please contact support.`,
    pausedEnds: (plan: string, date: string) =>
      `${plan} is paused and set to end on ${date}. Nothing more is charged for it.`,
    pastDueBeside: (date: string) => `Without a payment by ${date} it ends; what you have besides goes on.`,
    pastDueOther: (plan: string, used: string) => `${plan} is not paid. You can use ${used} all the same.`,
    organisation: (plan: string) => `You can use ${plan} through your organization.`,
    organisationTitle: 'Your organization’s plan',
    organisationAsk: 'Whoever pays for it there can change or cancel it.',
    organisationManage: 'Your organization’s plan and payments',
    organisationFree: 'Your organization has no plan of its own.',
    organisationUnasked: (free: string) => `Your organization is on ${free}.`,
    renews: (plan: string, date: string, money: string) => `${plan} renews on ${date}${money && ` for ${money}`}.`,
    trialEnds: (plan: string, date: string, money: string) =>
      `${plan} is free until ${date}${money && `, and costs ${money} from then on`}.`,
    ends: (plan: string, date: string) => `${plan} ends on ${date}. It is not charged again.`,
    uncollected: (plan: string, date: string) => `${plan} renews on ${date}, and nothing is charged for it then.`,
    uncollectedOn: (date: string) => `renews on ${date}, nothing is charged for it then`,
    paysOn: (plan: string) => `You go on paying for ${plan}.`,
    rests: (plan: string) => `${plan} is not charged at the moment.`,
    seats: (count: number) => (count === 1 ? '1 seat' : `${count} seats`),
    yoursUntil: (date: string) => `Yours until ${date}`,
    yours: 'Yours for good',
    yoursName: (plan: string) => `You have ${plan}`,
    byOrganisation: 'Yours through your organization',
    included: (plan: string) => `Included in ${plan}`,
    extend: (date: string) => `Extend to ${date}`,
    extendName: (plan: string, date: string) => `${plan}: extend to ${date}`,
    extendTerms: (price: string) => `${price}, paid once. No day that you have is lost.`,
    first: {
      pay: {
        text: 'Fix the payment first',
        terms: 'Your last payment did not go through. Then you can change the plan; you can cancel it at any time.',
      },
      resume: { text: 'Resume your plan first', terms: 'Your plan is set to end. Then you can change it.' },
      unpause: { text: 'Continue your plan first', terms: 'Your plan is paused. Then you can change it.' },
    },
    besideOwn: (plan: string) => `You have ${plan} already. What you buy here is charged besides.`,
  },
};

export type StandingCopy = typeof standingEn;
