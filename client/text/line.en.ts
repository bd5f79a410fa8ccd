const left = (days: number) => (days <= 0 ? 'Last day' : days === 1 ? '1 day left' : `${days} days left`);

/** Copy of the line of dated charges. */
export const lineEn = {
  line: {
    label: (plan: string) => `${plan}: what was charged, and what comes next`,
    ofChange: 'What the change costs, and when',
    ofOffer: (plan: string) => `What ${plan} costs, and when`,
    ofCheckout: 'How far your purchase is',
    today: 'Today',
    now: 'Now',
    later: 'Then',
    done: 'Done',
    yourPlan: 'Your plan',
    past: {
      began: 'Period began',
      trial: 'Trial began',
      paid: 'Paid',
      bought: 'Paid once',
      debit: 'Debit began',
      failed: 'Not paid',
      partly_refunded: 'Partly refunded',
      refunded: 'Refunded',
      disputed: 'Disputed',
      late: 'Renewal expected',
      paid_until: 'Paid until here',
      ended: 'Ended',
      checkout: 'Checkout finished',
    },
    present: {
      day: (day: number, of: number) => `Day ${day} of ${of}`,
      left,
      owed: left,
      left_open: 'Yours for good',
      owed_open: 'Not paid yet',
      no_access: 'No access',
      resting: 'Paused',
      bank: 'At your bank',
      not_begun: 'Not begun',
      waiting: 'No renewal yet',
      over: 'Nothing is due',
      unknown: 'Unknown status',
      due: 'Due now',
      confirming: 'Provider is asked',
    },
    coming: {
      renews: () => 'Renews',
      first: () => 'First charge',
      changes: (plan: string) => plan,
      again: (plan: string) => `${plan} again`,
      uncharged: () => 'Not charged',
      pauses: () => 'Pause begins',
      ends: (plan: string) => `${plan} ends`,
      begins: (plan: string) => `${plan} begins`,
    },
  },
};

export type LineCopy = typeof lineEn;
