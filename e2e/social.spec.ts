import { test as base, expect, onLanding, type Person } from './fixtures.ts';
import { type Google, startGoogle } from './logins.ts';
import { expectFit } from './looks.ts';
import { linkFor } from './mailbox.ts';
import { startService } from './service.ts';

/** Users who sign in with Google. */
const test = base.extend<object, { google: Google }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const google = await startGoogle({ sub: '', name: '', email: '', email_verified: true });
      await use(google);
      await google.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ google, provider }, use) => {
      const clients = { SOCIAL_GOOGLE: 'our-client:our-own-secret', SOCIAL_GITHUB: 'our-client:our-own-secret' };
      const service = await startService({ PAYMENT_PROVIDER: provider, SOCIAL_URL: google.url, ...clients });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});
// One after another: each worker would start its own service and Google.
test.describe.configure({ mode: 'default' });

const at = ({ name, email }: Person) => ({ sub: email, name, email, email_verified: true });

test('signs in with Google, returns to the requested page, sets a password, and deletes the account', async ({
  page,
  person,
  google,
  service,
}) => {
  google.person = at(person);
  await page.goto('/dashboard');
  await expectFit(page, 'sign-in with Google and GitHub');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL(`${service.url}/dashboard`);
  await expect(page.getByRole('button', { name: `Account of ${person.email}` })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('Your account has no password yet.', { exact: false })).toBeVisible();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
  await expectFit(page, 'account without a password');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`An email with a link is on its way to ${person.email}.`)).toBeVisible();

  await page.goto(await linkFor(service, person.email, /^Choose a new password/));
  await page.getByLabel('New password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your new password is saved.', { exact: false })).toBeVisible();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL(`${service.url}/account`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await page.waitForURL(`${service.url}/account-deleted`);
});

test('shows a failed Google sign-in on the sign-in page', async ({ page, service }) => {
  await page.goto('/sign-in?error=access_denied');
  await expect(page.getByRole('alert')).toHaveText('Signing in was canceled.');
  await page.goto(`${service.url}/api/auth/callback/google?state=invented&code=x`);
  await expect(page.getByRole('alert')).toContainText('Signing in did not work.');
  await expectFit(page, 'sign-in that failed');
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });
  test('the buttons fit', onLanding, async ({ page }) => {
    await page.goto('/sign-up');
    await expect(page.getByRole('button', { name: 'Weiter mit GitHub' })).toBeVisible();
    await expectFit(page, 'sign-up in German');
  });
});
