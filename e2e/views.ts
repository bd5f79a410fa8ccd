import type { Page } from '@playwright/test';
import { failProcedure } from './failing.ts';
import { PASSWORD } from './seeded.ts';

/** A page in a state, for a screenshot. */
export interface View {
  name: string;
  path: string;
  /** The signed-in user; absent: signed out. */
  who?: string;
  /** The host of the path; default: the service. */
  at?: 'sandbox';
  /** The adopter's colour; default: ours. */
  brand?: string;
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
const email = (address: string) => async (page: Page) => {
  await page.getByRole('main').locator('input[type=email]').fill(address);
  await sendEmpty(page);
  await page.waitForTimeout(800);
};
/** The answers of a procedure are failures from now on; the page is loaded anew. */
const failing = (procedure: string) => async (page: Page) => {
  await failProcedure(page, procedure);
  await page.reload();
  await page.getByRole('alert').first().waitFor();
};
/** The page as it is while nothing is known yet. */
const waiting = async (page: Page) => {
  await page.route('**/api/trpc/**', (route) =>
    route.request().url().includes('session.me') ? route.continue() : undefined,
  );
  await page.reload({ waitUntil: 'commit' });
};
/** Signs in with a wrong password. */
const mistype = async (page: Page) => {
  await page.getByRole('main').locator('input[type=email]').fill('monthly@example.com');
  await page.getByRole('main').locator('input[name=password]').fill(`not ${PASSWORD}`);
  await sendEmpty(page);
  await page.getByRole('alert').waitFor();
};
/** To the provider's page. */
const checkout = async (page: Page) => {
  await page.getByRole('button', { name: /Starter/ }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/pay'));
};
const operator = (name: string, path: string, act?: View['act']): View => ({ name, path, who: OPERATOR, act });

export const views: View[] = [
  ...['pricing', 'pricing?interval=year', 'pricing?interval=one_time', 'sign-in', 'sign-up'].map(plain),
  { name: 'pricing-picked', path: 'pricing?plan=enterprise' },
  { name: 'sign-up-for-plan', path: 'sign-up?next=%2Fpricing%3Fplan%3Dpro' },
  { name: 'sign-up-refused', path: 'sign-up', act: sendEmpty },
  { name: 'sign-in-refused', path: 'sign-in', act: mistype },
  { name: 'sign-in-ended', path: 'sign-in?ended=1' },
  { name: 'forgot-password-sent', path: 'forgot-password', act: email('monthly@example.com') },
  ...['forgot-password', 'reset-password?token=x', 'verify-address?token=x', 'account-deleted', 'nowhere'].map(plain),
  ...['cancel', 'withdraw'].map((path) => ({ name: `ask-${path}`, path })),
  { name: 'ask-cancel-refused', path: 'cancel', act: sendEmpty },
  { name: 'ask-cancel-taken', path: 'cancel', act: email('somebody@example.com') },
  {
    name: 'ask-cancel-now',
    path: 'cancel',
    act: (page) =>
      page
        .getByRole('main')
        .locator('select')
        .selectOption('now')
        .then(() => undefined),
  },
  { name: 'ask-withdraw-taken', path: 'withdraw', act: email('somebody@example.com') },
  { name: 'ask-cancel-old-link', path: 'cancel?token=x' },
  ...seeded.map((name) => ({ name: `dashboard-${name}`, path: 'dashboard', who: `${name}@example.com` })),
  { name: 'dashboard-granted', path: 'dashboard', who: 'granted@example.com' },
  { name: 'dashboard-scheduled', path: 'dashboard', who: 'scheduled@example.com' },
  { name: 'dashboard-bought-once', path: 'dashboard', who: 'once@example.com' },
  // Whoever is signed in stays so for the views after it.
  { name: 'pricing-error', path: 'pricing', who: OPERATOR, act: failing('subscription.live') },
  { name: 'dashboard-error', path: 'dashboard', who: OPERATOR, act: failing('subscription.live') },
  { name: 'dashboard-waiting', path: 'dashboard', who: OPERATOR, act: waiting },
  { name: 'dashboard-canceled-checkout', path: 'dashboard?checkout=canceled', who: 'none@example.com' },
  { name: 'activation', path: 'dashboard?checkout=success', who: 'none@example.com' },
  {
    name: 'activation-late',
    path: 'dashboard?checkout=success',
    who: 'none@example.com',
    act: (page) => page.waitForTimeout(16_000),
  },
  { name: 'activation-done', path: 'dashboard?checkout=success', who: OPERATOR },
  { name: 'payments-none', path: 'payments', who: 'none@example.com' },
  { name: 'payments-error', path: 'payments', who: OPERATOR, act: failing('payments.list') },
  { name: 'payments-refunded', path: 'payments', who: 'refunded@example.com' },
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
  {
    name: 'account-menu',
    path: 'account',
    who: OPERATOR,
    act: (page) => page.getByRole('banner').getByRole('button').click(),
  },
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

/** Colours that adopters have. */
export const brands = { dark: '#14213d', pale: '#f5c542', violet: '#7c3aed' };

export const brandViews: View[] = Object.entries(brands).flatMap(([name, brand]) =>
  views
    .filter((view) => ['pricing', 'dashboard-pastdue'].includes(view.name))
    .map((view) => ({ ...view, brand, name: `brand-${name}-${view.name}` })),
);

/** With a login of the adopter's. */
export const elsewhereViews: View[] = ['sign-in', 'pricing'].map((path) => ({ name: `elsewhere-${path}`, path }));

/** Its people act for an organisation: `admin` may pay for it. */
export const organisationViews: View[] = [
  ...['organisation', 'organisation/pricing', 'organisation/payments', 'account', 'dashboard'].map((path) => ({
    name: `payer-${path.replace('/', '-')}`,
    path,
    who: 'admin',
  })),
  { name: 'payer-cancel', path: 'organisation', who: 'admin', act: click(/^(Cancel plan|Tarif kündigen)/) },
  {
    name: 'payer-switch',
    path: 'organisation',
    who: 'admin',
    act: (page) => page.getByRole('banner').getByRole('button').first().click(),
  },
  {
    name: 'payer-seats',
    path: 'organisation/change-plan?plan=enterprise&interval=month&seats=8',
    who: 'admin',
  },
  ...['organisation', 'pricing', 'dashboard'].map((path) => ({ name: `member-${path}`, path, who: 'member' })),
];

/** The provider's pages, which have one language. */
export const sandboxViews: View[] = [
  { name: 'sandbox', path: '', at: 'sandbox' },
  { name: 'sandbox-checkout', path: 'pricing', who: 'none@example.com', act: checkout },
  {
    name: 'sandbox-portal',
    path: 'dashboard',
    who: OPERATOR,
    async act(page) {
      await click(/^(Manage billing|Abrechnung verwalten)/)(page);
      await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
    },
  },
  { name: 'sandbox-mailbox', path: '_sandbox/mailbox', at: 'sandbox' },
];

function plain(path: string): View {
  return { name: path.replace(/\W+/g, '-'), path };
}
