/** Copy around addresses and forgotten passwords. */
export const addressesEn = {
  verify: {
    title: 'Confirm your email address',
    working: 'Confirming your email address…',
    verified: (email: string) => `${email} is confirmed. Thank you!`,
    changed: (email: string) => `Your email address is now ${email}.`,
    opened: (email: string) =>
      `${email} is confirmed. Something was bought under this address: you are now in the account that has it, and sign in to it as you did before. Everybody else is signed out of it.`,
    former: (email: string) => `Your former account stays as it is: sign in to it with ${email}.`,
    others: 'Another account bought under this address, too. Support can move what it has to yours.',
    waiting: 'Confirmed. The change is done once you also follow the link in the other email.',
    signIn: 'Sign in to the account that this link is for, so that nobody else can confirm it.',
    otherAccount: 'This link is for another account. Sign out, and open it again signed in to that account.',
    invalid: 'This link is not valid any more: it was used, it is too old, or a newer one was sent.',
    toDashboard: 'To the dashboard',
    unconfirmed: (email: string) => `Please confirm ${email}: follow the link in the email that we sent.`,
    toSee: 'Confirm your address to see what you have.',
    resend: 'Send the email again',
    resent: (email: string) => `A new email is on its way to ${email}.`,
    mailOff: 'This site can’t send email, so that an address is confirmed by support alone.',
    lost: 'Somebody else proved that your former email address is theirs. Name another one before you buy again. If this is a mistake, contact support.',
    nameAnother: 'Name another address',
    correct: 'Correct the address',
    claimed:
      'You are signed out, because somebody proved that the email address of your account is theirs. If it was you, sign in with your new password. Otherwise contact support: what you bought is not lost.',
  },
  address: {
    heading: 'Email address',
    current: 'Current address',
    none: 'None',
    confirmed: 'Confirmed',
    unconfirmed: 'Not confirmed yet',
    next: 'New email address',
    password: 'Confirm with your password',
    change: 'Change address',
    sent: 'Almost done: follow the links in the emails that we sent to your old and your new address.',
    sentNew: 'Almost done: follow the link in the email that we sent to your new address.',
    same: 'This is your address already.',
    mailOff: 'This site can’t send email, so that an address can’t be changed here. Please contact support.',
  },
  billingAddress: {
    needed:
      'The payment provider keeps your email address for another customer: name another address for your bills. Your account keeps its own.',
    label: 'Billing address (email)',
    use: 'Use this address',
    taken: 'The payment provider knows another customer with this address, too.',
    named: (email: string) => `Your bills go to ${email}. Now choose your plan again.`,
  },
  forgot: {
    link: 'Forgot your password?',
    title: 'Forgot your password?',
    lead: 'We email you a link to choose a new one.',
    send: 'Send link',
    sent: (email: string) => `If there is an account with ${email}, an email with a link is on its way.`,
    mailOff: 'This site can’t send email, so that a forgotten password is reset by support alone.',
    resetTitle: 'Choose a new password',
    resetLead: 'Sign in with the new one afterwards.',
    save: 'Save password',
    saved: 'Your new password is saved. Your account is signed out everywhere: sign in with the new one.',
    savedNew:
      'Your new password is saved. It opens a new account: somebody signed up with your address before, bought nothing and no longer has it.',
    invalid: 'This link is not valid any more. Ask for a new one.',
  },
  endSession: 'Sign out',
  endSessionOf: (device: string) => `Sign out ${device}`,
};

export type AddressesCopy = typeof addressesEn;
