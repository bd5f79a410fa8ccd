import { lineEn } from './line.en.ts';
import type { PageCopy } from './pages.en.ts';
import { seatsEn } from './seats.en.ts';
import { standingEn } from './standing.en.ts';

/** The copy that every page needs, and the plans; in English; every other language has the same shape. */
export const en = {
  app: {
    name: 'Billing',
    skip: 'Skip to content',
    loading: 'Loading…',
    navigation: 'Main',
    home: (name: string) => `${name}, start page`,
  },
  navigation: {
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
    compare: 'Side by side',
    included: 'Included',
    notIncluded: 'Not included',
    notOffered: 'Not available for this billing period',
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
    startFree: (free: string) => `Start with ${free}`,
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
    choosePlan: 'Choose a plan',
    retry: 'Try again',
    refresh: 'Refresh',
  },
  ...lineEn,
  ...seatsEn,
  ...standingEn,
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

export type FirstCopy = typeof en;
/** All but what only operators read. */
export type Copy = FirstCopy & PageCopy;
