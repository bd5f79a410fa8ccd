import type { Page } from '@playwright/test';

/** A page in a state, for a screenshot. */
export interface View {
  name: string;
  path: string;
  /** The signed-in user; absent: signed out. */
  who?: string;
  /** The host of the path; default: the service. */
  at?: 'sandbox';
  /** Actions before the screenshot. */
  act?(page: Page): Promise<void>;
}

const OPERATOR = 'monthly@example.com';
export const operators = OPERATOR;

/** Users of `npm run db:seed`, by the local part of their address. */
const seeded = [
  'monthly',
  'trial',
  'pastdue',
  'canceling',
  'paused',
  'refunded',
  'disputed',
  'canceled',
  'incomplete',
  'unknown',
  'two',
  'onetime',
  'none',
];

const click = (name: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name }).first().click();
};
/** Submits the form unchanged: every required field shows its error. */
const sendEmpty = async (page: Page) => {
  await page
    .getByRole('main')
    .locator('form')
    .last()
    .evaluate((form: HTMLFormElement) => form.requestSubmit());
};
const operator = (name: string, path: string, act?: View['act']): View => ({ name, path, who: OPERATOR, act });

export const views: View[] = [
  ...['pricing', 'pricing?interval=year', 'pricing?interval=one_time', 'sign-in', 'sign-up'].map(plain),
  { name: 'sign-up-refused', path: 'sign-up', act: sendEmpty },
  ...['forgot-password', 'reset-password?token=x', 'verify-address?token=x', 'account-deleted', 'nowhere'].map(plain),
  ...['cancel', 'withdraw'].map((path) => ({ name: `ask-${path}`, path })),
  { name: 'ask-cancel-refused', path: 'cancel', act: sendEmpty },
  { name: 'ask-cancel-old-link', path: 'cancel?token=x' },
  ...seeded.map((name) => ({ name: `dashboard-${name}`, path: 'dashboard', who: `${name}@example.com` })),
  { name: 'dashboard-granted', path: 'dashboard', who: 'granted@example.com' },
  { name: 'dashboard-scheduled', path: 'dashboard', who: 'scheduled@example.com' },
  { name: 'dashboard-bought-once', path: 'dashboard', who: 'once@example.com' },
  { name: 'payments', path: 'payments', who: OPERATOR },
  { name: 'payments-pastdue', path: 'payments', who: 'pastdue@example.com' },
  { name: 'pricing-subscribed', path: 'pricing', who: 'scheduled@example.com' },
  { name: 'change-plan', path: 'change-plan?plan=enterprise&interval=year', who: 'changing@example.com' },
  { name: 'change-plan-down', path: 'change-plan?plan=starter&interval=month', who: 'changing@example.com' },
  ...['pricing?seats=12', 'pricing?interval=year&seats=12'].map(plain),
  { name: 'dashboard-seats', path: 'dashboard', who: 'seats@example.com' },
  { name: 'change-plan-seats', path: 'change-plan?plan=enterprise&interval=month&seats=8', who: 'seats@example.com' },
  { name: 'dashboard-discount', path: 'dashboard', who: 'discount@example.com' },
  { name: 'dashboard-awaiting', path: 'dashboard', who: 'awaiting@example.com' },
  { name: 'pending-payment', path: 'pending-payment?plan=enterprise&interval=month', who: 'awaiting@example.com' },
  { name: 'pause', path: 'dashboard', who: OPERATOR, act: click(/^(Pause plan|Tarif pausieren)/) },
  { name: 'pause-one-of-two', path: 'dashboard', who: 'two@example.com', act: click(/^(Pause plan|Tarif pausieren)/) },
  { name: 'cancel', path: 'dashboard', who: OPERATOR, act: click(/^(Cancel plan|Tarif kündigen)/) },
  { name: 'account', path: 'account', who: OPERATOR },
  { name: 'account-unconfirmed', path: 'account', who: 'changing@example.com' },
  { name: 'account-delete', path: 'account', who: OPERATOR, act: click(/^(Delete account|Konto löschen)/) },
  operator('operator', 'operator'),
  operator('operator-deliveries', 'operator/deliveries'),
  operator('operator-delivery', 'operator/deliveries?q=subscription.up', click(/^(Details of|Einzelheiten)/)),
  operator('operator-person', `operator/person?who=granted@example.com`),
  operator('operator-person-two', `operator/person?who=two@example.com`),
  operator('operator-drift', 'operator/drift'),
  operator('operator-jobs', 'operator/jobs'),
];

/** Pages of users whose provider is no longer the active one. */
export const formerViews: View[] = [
  { name: 'former-dashboard', path: 'dashboard', who: OPERATOR },
  { name: 'former-dashboard-two', path: 'dashboard', who: 'two@example.com' },
  { name: 'former-pricing', path: 'pricing', who: OPERATOR },
  { name: 'former-change-plan', path: 'change-plan?plan=enterprise', who: OPERATOR },
  { name: 'former-account', path: 'account', who: OPERATOR },
];

/** The provider's pages, which have one language. */
export const sandboxViews: View[] = [
  { name: 'sandbox', path: '', at: 'sandbox' },
  { name: 'sandbox-mailbox', path: '_sandbox/mailbox', at: 'sandbox' },
];

function plain(path: string): View {
  return { name: path.replace(/\W+/g, '-'), path };
}
