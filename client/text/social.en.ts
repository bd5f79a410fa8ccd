/** Copy for people who sign in with an account of another company. */
export const socialEn = {
  social: {
    continueWith: (company: string) => `Continue with ${company}`,
    or: 'or',
    canceled: 'Signing in was canceled.',
    noEmail: 'That account has no email address to sign in with. Choose another one, or sign in with a password.',
    failed: 'Signing in did not work. Please try again, or sign in with a password.',
    noPassword: 'Your account has no password yet. Choose one with a link that we email you.',
    noPasswordMailOff: 'Your account has no password, and this site can’t send email. Please contact support.',
    passwordSent: (email: string) => `An email with a link is on its way to ${email}.`,
    passwordFirst: 'Choose a password first: it confirms what can’t be undone.',
  },
};

export type SocialCopy = typeof socialEn;
