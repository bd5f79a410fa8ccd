import type { Locator, Page } from '@playwright/test';
import { FAILED_REQUEST, failAccounts, failProcedure, tryAgain } from './failing.ts';
import { expect, onLanding, test } from './fixtures.ts';
import { subscribe } from './steps.ts';

const CHANGE = '/change-plan?plan=enterprise&interval=year';

test.beforeEach(({ expectedComplaints }) => void expectedComplaints.push(/^Failed to load resource: /));

/** Every query of every page, with the button to click before it is sent. */
const queries: [path: string, procedure: string, first?: string][] = [
  ['/', 'session.me'],
  ['/sign-in', 'session.me'],
  ['/pricing', 'session.me'],
  ['/pricing', 'subscription.live'],
  ['/pricing', 'subscription.access'],
  ['/dashboard', 'session.me'],
  ['/dashboard', 'subscription.live'],
  ['/dashboard', 'subscription.access'],
  ['/dashboard', 'payments.list'],
  [CHANGE, 'subscription.live'],
  ['/operator', 'operator.jobs'],
  ['/operator/deliveries', 'operator.deliveries'],
  ['/operator/deliveries?q=checkout', 'operator.body', 'Details of'],
  ['/operator/person?who=operator', 'operator.explain'],
  ['/operator/drift', 'operator.drift'],
  ['/operator/jobs', 'operator.jobs'],
];

function alertOf(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: `Request ${FAILED_REQUEST}` });
}

test(
  'shows every failed query with its request id, and repeats it on demand',
  onLanding,
  async ({ asOperator: page, service }) => {
    test.setTimeout(180_000);
    await subscribe(page, service, { plan: 'starter' });
    for (const [path, procedure, first] of queries) {
      await test.step(`${procedure} on ${path}`, async () => {
        const recover = await failProcedure(page, procedure);
        await page.goto(path);
        if (first) await page.getByRole('button', { name: first }).first().click();
        const alert = alertOf(page).first();
        await expect(alert).toBeVisible();
        await recover();
        await tryAgain(alert);
        await expect(alertOf(page)).toHaveCount(0);
      });
    }
  },
);

interface Mutation {
  procedure: string;
  path: string;
  /** The buttons to click, in order. */
  clicks: (string | RegExp)[];
}

const mutations: Mutation[] = [
  { procedure: 'checkout.start', path: '/pricing', clicks: [/trial of Pro$/] },
  { procedure: 'portal.manage', path: '/dashboard', clicks: ['Manage billing'] },
  { procedure: 'subscription.change', path: '/dashboard', clicks: ['Cancel plan', 'Cancel at period end'] },
  { procedure: 'subscription.change', path: CHANGE, clicks: ['Confirm change'] },
  { procedure: 'subscription.change', path: '/dashboard', clicks: ['Resume plan'] },
  { procedure: 'operator.resend', path: '/operator/deliveries?q=checkout', clicks: [/^Details of/, 'Resend'] },
];

test('shows every failed change with its request id', async ({ asOperator: page, service }) => {
  test.setTimeout(120_000);
  for (const { procedure, path, clicks } of mutations) {
    await test.step(`${procedure} on ${path}`, async () => {
      if (procedure === 'portal.manage') await subscribe(page, service, { plan: 'starter' });
      if (clicks[0] === 'Resume plan') await scheduleEnd(page);
      const recover = await failProcedure(page, procedure);
      await page.goto(path);
      for (const name of clicks) await page.getByRole('button', { name }).first().click();
      await expect(alertOf(page)).toBeVisible();
      await recover();
    });
  }
});

async function scheduleEnd(page: Page): Promise<void> {
  const change = { kind: 'cancel_at_period_end' };
  const answer = await page.request.post('/api/trpc/subscription.change', { data: change });
  expect(answer.ok()).toBe(true);
}

test('shows the failure, not a success, when the purchase cannot be loaded', async ({ signedIn: page }) => {
  const recover = [await failProcedure(page, 'subscription.live'), await failProcedure(page, 'subscription.refresh')];
  await page.goto('/dashboard?checkout=success');
  await expect(alertOf(page)).toBeVisible();
  await expect(page.getByText('Payment received')).toHaveCount(0);
  for (const each of recover) await each();
});

test('shows every failed call of the accounts', onLanding, async ({ page, person }) => {
  const { name, email, password } = person;
  const click = (button: string) => page.getByRole('button', { name: button }).click();
  const expectAlert = async () => {
    await expect(alertOf(page)).toBeVisible();
    await page.reload();
  };
  await page.goto('/sign-up');
  await failAccounts(page, '{sign-up,sign-in}/email');
  await page.getByLabel('Name').fill(name);
  for (const button of ['Create account', 'Sign in']) {
    if (button === 'Sign in') await page.goto('/sign-in');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await click(button);
    await expectAlert();
  }
  await page.request.post('/api/auth/sign-up/email', { data: person });
  for (const call of ['list-sessions', 'get-session']) {
    const recover = await failAccounts(page, call);
    await page.goto('/account');
    await expect(alertOf(page)).toBeVisible();
    await recover();
    await alertOf(page).getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This session', { exact: false })).toBeVisible();
  }
  await failAccounts(page, '{update-user,change-password,sign-out,delete-user}');
  await page.goto('/account');
  await click('Save name');
  await expectAlert();
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill('a better password');
  await click('Change password');
  await expectAlert();
  await click('Delete account');
  await page.getByLabel(/to confirm$/).fill(email);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await expectAlert();
  await click(`Account of ${email}`);
  await click('Sign out');
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side');
});

test('shows an error when the texts of a language cannot be loaded', async ({ page }) => {
  await page.goto('/pricing');
  await page.route('**/assets/de-*', (route) => route.abort());
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await expect(page.getByRole('heading', { name: /^Pick a plan/ })).toBeVisible();
  await page.route('**/assets/en-*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(
    /This page could not be loaded\..+Diese Seite konnte nicht geladen werden\./,
  );
});
