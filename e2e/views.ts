import { expect, type Page } from '@playwright/test';
import { billing } from './cli.ts';
import { cards, control } from './sandbox.ts';
import { PASSWORD } from './seeded.ts';
import type { RunningService } from './service.ts';
import { currentSubscription, forgetSession, subscribe } from './steps.ts';

/** A page in a state, as it is shot. */
export interface View {
  name: string;
  path: string;
  /** Whose session it is; absent: nobody's. */
  who?: string;
  /** Where the path is on: the service's address unless given. */
  at?: 'sandbox';
  /** What is done before. */
  act?(page: Page): Promise<void>;
}

const OPERATOR = 'monthly@example.com';
export const operators = OPERATOR;

/** People of `npm run db:seed`, by the first part of their address. */
const seeded = [
  'monthly',
  'trial',
  'pastdue',
  'canceling',
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
/** Sends a form as it is: every field says what it wants. */
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
  ...seeded.map((name) => ({ name: `dashboard-${name}`, path: 'dashboard', who: `${name}@example.com` })),
  { name: 'dashboard-granted', path: 'dashboard', who: 'granted@example.com' },
  { name: 'dashboard-scheduled', path: 'dashboard', who: 'scheduled@example.com' },
  { name: 'dashboard-bought-once', path: 'dashboard', who: 'once@example.com' },
  { name: 'pricing-subscribed', path: 'pricing', who: 'scheduled@example.com' },
  { name: 'change-plan', path: 'change-plan?plan=enterprise&interval=year', who: 'changing@example.com' },
  { name: 'change-plan-down', path: 'change-plan?plan=starter&interval=month', who: 'changing@example.com' },
  { name: 'cancel', path: 'dashboard', who: OPERATOR, act: click(/^(Cancel plan|Tarif kündigen)/) },
  { name: 'account', path: 'account', who: OPERATOR },
  { name: 'account-unconfirmed', path: 'account', who: 'changing@example.com' },
  { name: 'account-delete', path: 'account', who: OPERATOR, act: click(/^(Delete account|Konto löschen)/) },
  operator('operator', 'operator'),
  operator('operator-delivery', 'operator?q=subscription.up', click(/^(Details of|Einzelheiten)/)),
  operator('operator-person', `operator/person?who=granted@example.com`),
  operator('operator-person-two', `operator/person?who=two@example.com`),
  operator('operator-drift', 'operator/drift'),
  operator('operator-jobs', 'operator/jobs'),
];

/** Pages of the company's, which speak one language. */
export const sandboxViews: View[] = [
  { name: 'sandbox', path: '', at: 'sandbox' },
  { name: 'sandbox-mailbox', path: '_sandbox/mailbox', at: 'sandbox' },
];

function plain(path: string): View {
  return { name: path.replace(/\W+/g, '-'), path };
}

/** What the seed can't have, since the company must know it too. */
export async function prepare(page: Page, service: RunningService): Promise<void> {
  const signUp = async (name: string) => {
    await forgetSession(page);
    const data = { name: `Ada ${name}`, email: `${name}@example.com`, password: PASSWORD };
    expect((await page.request.post('/api/auth/sign-up/email', { data })).ok()).toBe(true);
  };
  await signUp('granted');
  billing(
    service,
    'alpha',
    ...['grant', 'granted@example.com', '--plan', 'enterprise', '--days', '30'].concat(
      '--reason',
      'After the long outage of last week',
    ),
  );
  await signUp('scheduled');
  await buyWithoutTrial(page, service);
  const change = { data: { plan: 'starter' } };
  expect((await page.request.post('/api/payments/change', change)).ok()).toBe(true);
  await signUp('changing');
  await buyWithoutTrial(page, service);
  await signUp('once');
  const { sessionId } = await (
    await page.request.post('/api/payments/checkout', { data: { plan: 'pro', interval: 'one_time' } })
  ).json();
  await control(service, `checkouts/${sessionId}/pay`, { number: cards.good });
  await control(service, 'settle');
  billing(service, 'alpha', 'reconcile');
}

/** The second subscription of a person has no trial. */
async function buyWithoutTrial(page: Page, service: RunningService): Promise<void> {
  await subscribe(page, service, { plan: 'starter' });
  const { providerSubscriptionId } = (await currentSubscription(page)) ?? {};
  await control(service, `subscriptions/${providerSubscriptionId}/cancel_now`);
  await expect
    .poll(async () => (await currentSubscription(page))?.status, { timeout: 20_000 })
    .toMatch(/canceled|deleted/);
  await subscribe(page, service, { plan: 'pro' });
}
