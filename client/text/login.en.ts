/** Copy for a site whose people sign in elsewhere, and for the programs that ask for them. */
export const loginEn = {
  login: {
    lead: 'You sign in with your usual account.',
    continue: 'Continue to sign in',
    askAgain: 'Sign in there, then come back to this page.',
    dataLead: 'Your data.',
    eraseText: 'Deletes your billing data permanently. Any plan you have ends immediately.',
    erase: 'Delete my data',
    eraseTitle: 'Delete your billing data?',
    eraseData: 'Your email and your receipts are deleted here. The account that you sign in with stays.',
    keep: 'Keep my data',
    signInAgain: 'You signed in more than ten minutes ago. Sign in again where your account is, then delete your data.',
    refused: 'Your data could not be deleted. Nothing was changed.',
  },
  keys: {
    title: 'Service keys',
    caption: 'Service keys and when they were last used',
    key: 'Key',
    scopes: 'Allowed',
    lastUsed: 'Last used',
  },
};

export type LoginCopy = typeof loginEn;
