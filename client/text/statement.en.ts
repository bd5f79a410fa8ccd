/** Copy of the sentence that heads a plan; other sentences of it are in `standing`. */
export const statementEn = {
  statement: {
    free: (free: string) => `You are on ${free}. Nothing is charged.`,
    freeUnasked: (free: string) => `You are on ${free}.`,
    changes: (plan: string, next: string, date: string) => `${plan} becomes ${next} on ${date}.`,
    forMoney: (money: string) => `From then on it costs ${money}.`,
    pauses: (plan: string, date: string) => `${plan} pauses on ${date}. It is not charged then.`,
    late: (plan: string, date: string) => `${plan} was to renew on ${date}. The renewal has not arrived yet.`,
    dueBy: (plan: string, money: string, date: string) =>
      `${money || 'The last charge'} for ${plan} is not paid. You keep it until ${date}.`,
    due: (plan: string, money: string) => `${money || 'The last charge'} for ${plan} is not paid.`,
    cannotUse: (plan: string) => `You can’t use ${plan}.`,
    paused: (plan: string) => `${plan} is paused. It is not charged until you continue it.`,
    awaited: (plan: string, money: string) => `Your bank is paying ${money && `${money} `}for ${plan}.`,
    firstFailed: (plan: string) => `The first payment for ${plan} failed.`,
    paidLeft: (plan: string, date: string) => `${plan} is yours until ${date}. It does not renew.`,
    ended: (plan: string, date: string) => `${plan} ended on ${date}.`,
    unknownPlan: 'We don’t recognize the plan that you pay for.',
    unknownStatus: (plan: string) => `We don’t know whether ${plan} goes on.`,
    endsOn: (date: string) => `It ends on ${date}.`,
    price: 'Price',
    seats: 'Seats',
    includes: 'You can use',
    pay: (money: string) => `Pay ${money}`,
    continueFor: (money: string) => `Continue plan for ${money}`,
    support: 'Ask support',
  },
};

export type StatementCopy = typeof statementEn;
