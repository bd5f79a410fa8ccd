import { passwordLimits } from '../views/passwordLimits.ts';
import { addressesEn } from './addresses.en.ts';
import { changesEn } from './changes.en.ts';
import { checkoutEn } from './checkout.en.ts';
import { lineEn } from './line.en.ts';
import { loginEn } from './login.en.ts';
import { paymentsEn } from './payments.en.ts';
import { settingsEn } from './settings.en.ts';
import { socialEn } from './social.en.ts';
import { standingEn } from './standing.en.ts';
import { statementEn } from './statement.en.ts';

/** All copy of the pages, in English; every other language has the same shape. */
export const en = {
  app: {
    name: 'Billing',
    skip: 'Skip to content',
    loading: 'Loading…',
    navigation: 'Main',
    home: (name: string) => `${name}, start page`,
  },
  navigation: {
    organisation: 'Organisation',
    plans: 'Plans',
    dashboard: 'Your plan',
    signIn: 'Sign in',
    signUp: 'Create account',
    signOut: 'Sign out',
    account: (email: string) => `Account of ${email}`,
    signedInAs: 'Signed in as',
    operations: 'Operations',
  },
  footer: {
    cancel: 'Cancel contracts here',
    withdraw: 'Withdraw from a contract here',
    support: 'Support',
    appearance: 'Appearance',
    schemes: { auto: 'Auto', light: 'Light', dark: 'Dark' },
    language: 'Language',
    note: 'Payments are handled by our payment provider. We never see your card number.',
  },
  unknownPlan: 'Unknown plan',
  plans: {
    title: 'Plans',
    heading: 'Pick a plan. See every charge before it happens.',
    lead: 'Change or cancel anytime, here, in two clicks.',
    interval: 'Billing period',
    intervals: { month: 'Monthly', year: 'Yearly', one_time: 'One-time' },
    save: (percent: string) => `save ${percent}`,
    saveUpTo: (percent: string) => `save up to ${percent}`,
    per: { month: 'per month', year: 'per year', one_time: 'one-time payment' },
    plusTax: (price: string) => `${price} plus tax`,
    monthlyEqual: (money: string) => `${money} per month, billed yearly`,
    yearlyHint: (money: string) => `or ${money} per year`,
    oneTimeHint: 'no renewal',
    popular: 'Popular',
    chosen: 'Selected',
    seats: (most: number | null) => (most === null ? 'Unlimited seats' : most === 1 ? '1 seat' : `Up to ${most} seats`),
    includes: (plan: string) => `What ${plan} includes`,
    notOffered: 'Not available for this billing period',
    chosenNote: (plan: string, interval: string) => `You selected ${plan}, ${interval.toLowerCase()}.`,
    canceled: (plan: string) => `Checkout canceled. You were not charged, and ${plan} is still selected.`,
    notSelling: 'Nothing can be bought at the moment',
    notSellingText: 'Plans that are running go on as usual. Please try again later.',
    unknownStanding: 'We could not load your subscription, so you can’t buy a plan right now.',
    leaving: 'Taking you to checkout…',
  },
  actions: {
    trial: (days: number, plan: string) => `Start ${days}-day free trial of ${plan}`,
    subscribe: (plan: string) => `Subscribe to ${plan}`,
    resubscribe: (plan: string) => `Resubscribe to ${plan}`,
    switchPlan: (plan: string) => `Switch to ${plan}`,
    switchInterval: {
      month: (plan: string) => `Switch to ${plan} monthly`,
      year: (plan: string) => `Switch to ${plan} yearly`,
    },
    resume: (plan: string) => `Resume ${plan}`,
    buy: (plan: string) => `Buy ${plan} once`,
    current: 'Current plan',
    currentName: (plan: string) => `Current plan: ${plan}`,
    startFree: 'Start with Free',
    trialTerms: (price: string, per: string) =>
      `Then ${price} ${per}. Cancel before the trial ends and you pay nothing.`,
    trialNeedsProof: (days: number, price: string, per: string) =>
      `${price} ${per} from today. Confirm your email address first, and ${days} days are free.`,
    buyTerms: (days: number | null) =>
      days === null
        ? 'Yours for good.'
        : days === 0
          ? ''
          : days === 1
            ? 'Yours for one day.'
            : `Yours for ${days} days.`,
    buyCovered: (plan: string) =>
      `Your ${plan} subscription already includes this. A purchase runs beside it, from the day you pay.`,
    switchTerms: 'You’ll see what is charged before you confirm.',
    resumeTerms: 'This plan is set to end. Resume it to keep it.',
    manageBilling: 'Manage billing',
    fixPayment: 'Fix payment',
    changePlan: 'Change plan',
    cancelPlan: 'Cancel plan',
    resumePlan: 'Resume plan',
    pausePlan: 'Pause plan',
    unpausePlan: 'Continue plan',
    confirmChange: 'Confirm change',
    choosePlan: 'Choose a plan',
    retry: 'Try again',
    refresh: 'Refresh',
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
      free: 'Free',
      active: 'Active',
      trial: 'Free trial',
      past_due: 'Past due',
      cancels: (date: string) => `Cancels on ${date}`,
      ended: 'Ended',
      paused: 'Paused',
      owned: 'Yours',
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
    cancelsNote: (plan: string, date: string) =>
      `After that, your account moves to Free. Resume before ${date} to keep ${plan}.`,
    cancelsBeside: (plan: string, date: string) => `Resume ${plan} before ${date} to keep it.`,
    endedNote: 'Your account is on Free. Your data is still there.',
    pausedNote: 'Until you continue it, your account has the features of Free.',
    pausedKept: (plan: string) => `You keep ${plan} all the same.`,
    paidLeft: (date: string) => `Nothing more is charged. After ${date}, your account moves to Free.`,
    paidLeftUnasked: (date: string) => `After ${date}, your account moves to Free.`,
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
    accessNote: (plan: string, date: string) => `You can use ${plan} until ${date}.`,
    accessFree: 'For now, your account has the features of Free.',
    periodOver: 'The billing period is over and no renewal has arrived yet.',
    pastDueTitle: 'Your last payment did not go through',
    pastDueGrace: (date: string) => `Without a payment by ${date}, your account moves to Free.`,
    pastDueExpired: (plan: string) =>
      `${plan} is paused until you pay. For now, your account has the features of Free.`,
    pastDueEnds: (date: string) => `The plan is set to end on ${date}.`,
    noCustomer: 'This account has no billing pages yet. Its first purchase creates them.',
    opening: 'Opening the billing pages…',
  },
  ...checkoutEn,
  ...addressesEn,
  ...changesEn,
  ...lineEn,
  ...loginEn,
  ...paymentsEn,
  ...socialEn,
  ...settingsEn,
  ...standingEn,
  ...statementEn,
  notFound: { title: 'Page not found', text: 'There is no page at this address.', home: 'Go to the start page' },
  errors: {
    title: 'This could not be loaded',
    stale: 'This may be out of date',
    crashed: 'Something went wrong on this page',
    offline: 'The service could not be reached. Check your connection and try again.',
    server: 'Something went wrong on our side. Nothing was changed.',
    checkout: 'The payment page could not be opened. You were not charged.',
    unverified: 'Please confirm your email address before you buy with it. You were not charged.',
    tooMany: 'Too many attempts. Wait a few minutes and try again.',
    forbidden: 'Your account doesn’t have access to this.',
    session: 'Your session has ended. Sign in again.',
    request: (id: string) => `Request ${id}`,
  },
};

export type Copy = typeof en;
