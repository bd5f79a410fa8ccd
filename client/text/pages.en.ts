import { passwordLimits } from '../views/passwordLimits.ts';
import { addressesEn } from './addresses.en.ts';
import { changesEn } from './changes.en.ts';
import { checkoutEn } from './checkout.en.ts';
import { loginEn } from './login.en.ts';
import { paymentsEn } from './payments.en.ts';
import { settingsEn } from './settings.en.ts';
import { socialEn } from './social.en.ts';
import { statementEn } from './statement.en.ts';

/** The copy of all pages but the plans; loaded with the first of them. */
export const pagesEn = {
  sides: {
    label: (name: string) => `For whom: ${name}`,
    you: (plan: string) => (plan ? `You · ${plan}` : 'You'),
    organisation: (plan: string) => `Organization · ${plan}`,
  },
  account: {
    signUpTitle: 'Create your account',
    signUpLead: 'For your plan, payments and receipts.',
    signInTitle: 'Sign in',
    signInLead: 'To manage your plan, payments and receipts.',
    name: 'Name',
    email: 'Email',
    password: 'Password',
    passwordHint: `At least ${passwordLimits.shortest} characters`,
    showPassword: 'Show password',
    createAccount: 'Create account',
    signIn: 'Sign in',
    haveAccount: 'Already have an account?',
    noAccount: 'No account yet?',
    ended: 'Your session has ended. Sign in again to continue where you left off.',
    forPlan: (plan: string) => `After that, you go straight back to ${plan}.`,
    errors: {
      name: 'Enter your name.',
      email: 'Enter an email address like name@example.com.',
      password: 'Enter your password.',
      passwordShort: `Use at least ${passwordLimits.shortest} characters.`,
      passwordLong: `Use at most ${passwordLimits.longest} characters.`,
      passwordCommon: 'This password is too easy to guess. Choose another one.',
      taken: 'An account with this email already exists. Sign in instead.',
      mismatch: 'Wrong email or password.',
    },
  },
  dashboard: {
    title: 'Dashboard',
    plan: 'Your plan',
    payments: 'Payments',
    asking: 'Asking the payment provider…',
    away: 'The payment provider can’t be reached right now',
    awayText: 'This is what we know. Something that you bought or ended in the last minutes may be missing.',
    badges: {
      active: 'Active',
      trial: 'Free trial',
      past_due: 'Past due',
      cancels: (date: string) => `Cancels on ${date}`,
      ended: 'Ended',
      paused: 'Paused',
      no_access: 'No access',
      refunded: 'Refunded',
      disputed: 'Disputed',
      awaited: 'Waiting for your bank',
      first_failed: 'Payment failed',
      paid_left: 'Ended',
      unknown_plan: 'Unknown plan',
      unknown_status: 'Unknown status',
    },
    per: { month: 'per month', year: 'per year' } as Record<string, string>,
    amountLater: 'The amount is known with the next bill.',
    discount: (amount: string, regular: string, until: string | null) =>
      until ? `${amount} instead of ${regular} until ${until}` : `${amount} instead of ${regular}`,
    lastDiscount: (amount: string, regular: string) => `Your last bill: ${amount} instead of ${regular}`,
    cancelsNote: (plan: string, date: string, free: string) =>
      `After that, your account moves to ${free}. Resume before ${date} to keep ${plan}.`,
    cancelsBeside: (plan: string, date: string) => `Resume ${plan} before ${date} to keep it.`,
    endedNote: (free: string) => `Your account is on ${free}.`,
    pausedNote: (free: string) => `Until you continue it, your account has the features of ${free}.`,
    pausedKept: (plan: string) => `You keep ${plan} all the same.`,
    paidLeft: 'Nothing more is charged.',
    paidLeftFree: (date: string, free: string) => `After ${date}, your account moves to ${free}.`,
    refundedNote: 'Your last payment was refunded.',
    disputedNote: 'Your last payment was disputed at your bank.',
    unknownPlanNote:
      'The payment provider reports a plan that we don’t recognize, so it gives no access yet. Please contact support.',
    unknownStatusNote: (status: string) =>
      `The payment provider reports the status “${status}”, which we don’t recognize.`,
    purchased: (plan: string, date: string) =>
      date ? `You bought ${plan}. You can use it until ${date}.` : `You bought ${plan}. It is yours for good.`,
    granted: (plan: string, date: string) =>
      date ? `${plan} was given to you until ${date}.` : `${plan} was given to you.`,
    accessNote: (plan: string, date: string) => (date ? `You can use ${plan} until ${date}.` : `You can use ${plan}.`),
    accessFree: (free: string) => `For now, your account has the features of ${free}.`,
    periodOver: 'The billing period is over and no renewal has arrived yet.',
    pastDueTitle: 'Your last payment did not go through',
    pastDueGrace: (date: string, free: string) => `Without a payment by ${date}, your account moves to ${free}.`,
    pastDueExpired: (plan: string, free: string) =>
      `${plan} is paused until you pay. For now, your account has the features of ${free}.`,
    pastDueEnds: (date: string) => `The plan is set to end on ${date}.`,
    noCustomer: 'This account has no billing pages yet. Its first purchase creates them.',
    opening: 'Opening the billing pages…',
  },
  ...addressesEn,
  ...changesEn,
  ...checkoutEn,
  ...loginEn,
  ...paymentsEn,
  ...settingsEn,
  ...socialEn,
  ...statementEn,
};

export type PageCopy = typeof pagesEn;
