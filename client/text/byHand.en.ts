/** Copy of what operators give by hand. */
export const grantsEn = {
  title: 'Plans given by hand',
  caption: 'What operators gave, newest first',
  plan: 'Plan',
  until: 'Until',
  untilHint: 'Empty: until it is taken back.',
  forEver: 'Until taken back',
  reason: 'Reason',
  state: 'State',
  give: 'Give plan',
  given: 'The plan was given.',
  effect: {
    raised: (plan: string) => `Gives ${plan} at once.`,
    later: (plan: string, had: string, date: string) =>
      `${had} is had until ${date}: ${plan} counts from then on, if nothing else comes.`,
    none: (had: string) => `Changes nothing for now: ${had} is had already, and it lasts.`,
  },
  bills: {
    charged: (plan: string) => `${plan} goes on and is charged as before: a given plan takes nothing off a bill.`,
    trial: (plan: string) => `The trial of ${plan} goes on and is charged when it ends, as before.`,
    uncollected: (plan: string) => `${plan} goes on; its next period is not charged.`,
  },
  end: 'Take back',
  revoked: (date: string, reason: string) => `Taken back on ${date}: ${reason}`,
};

/** Copy of the form that links a customer. */
export const linksEn = {
  title: 'A customer that only the provider knows',
  lead: 'If this person already pays at the provider and nobody here has that customer, give it to them. Nothing changes there, and nothing ends.',
  customer: 'The provider’s customer ID',
  link: 'Link customer',
  linked: (records: number) =>
    records === 1 ? 'Linked: 1 record is theirs now.' : `Linked: ${records} records are theirs now.`,
  undo: 'Undo the link',
  undone: 'The link was undone: the customer is nobody’s again.',
  refused: 'It was not linked',
};
