import { expect, type Person } from './fixtures.ts';
import { expectFit } from './looks.ts';
import { cards, payWith } from './sandbox.ts';
import { testWithIssuer } from './withIssuer.ts';

/** People whose login names an organisation; `admin` may pay for it. */
const test = testWithIssuer({
  AUTH_ORG_CLAIM: 'org',
  AUTH_ROLE_CLAIM: 'role',
  AUTH_ORG_EMAIL_CLAIM: 'org_email',
  BILLING_ROLES: 'admin',
  BRAND_NAME: 'Northwind & Sons',
  BRAND_COLOR: '#f5c542',
  BRAND_SUPPORT: 'help@example.com',
});

test('whoever may pays, changes and cancels for the organisation; its members read what they may use', async ({
  page,
  person,
  issuer,
  service,
}) => {
  test.setTimeout(150_000);
  const org = `acme-${Date.now()}`;
  const claims = { org, org_email: `billing@${org}.example`, email_verified: true };
  const signIn = async ({ name, email }: Person, role: string) => {
    issuer.claims = { ...claims, sub: `user|${role}`, name, email: `${role}-${email}`, role };
    await page.goto(`${issuer.url}/sign-in?back=${encodeURIComponent(`${service.url}/organisation`)}`);
  };
  await signIn(person, 'admin');
  await expect(page.getByRole('heading', { name: /^You are on Free/ })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await expect(page).toHaveURL(/\/organisation\/pricing$/);
  await page.getByRole('button', { name: 'Enterprise: one seat more' }).click();
  await page.getByRole('button', { name: /Enterprise$/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/organisation*`);
  await expect(page.getByRole('heading', { name: /^Enterprise (renews|is free)/ })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('main').getByText('2 seats')).toBeVisible();
  await expectFit(page, 'organisation');
  await page.getByRole('link', { name: 'Change seats' }).click();
  await expect(page).toHaveURL(/\/organisation\/change-plan/);
  await page.goto('/organisation');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(page.getByRole('button', { name: 'Resume plan' })).toBeVisible({ timeout: 20_000 });

  await page.getByRole('button', { name: `For whom: ${org}` }).click();
  await expect(page.getByRole('link', { name: `${org} Organization · Enterprise, 2 seats` })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.getByRole('link', { name: `${person.name} You · Enterprise` }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: `For whom: ${person.name}` })).toBeVisible();
  const own = page.getByRole('region', { name: 'Your organization’s plan' });
  await expect(own.getByRole('heading', { name: /^Enterprise \(2 seats\) ends on/ })).toBeVisible();

  await signIn(person, 'member');
  await expect(page.getByText('You can use Enterprise through your organization.')).toBeVisible();
  await expect(page.getByText('Whoever pays for it there can change or cancel it.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('main').getByText('$')).toHaveCount(0);
});

test('pages wear the brand of the settings, with readable colours in both schemes', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page).toHaveTitle('Plans · Northwind & Sons');
  await expect(page.getByRole('banner').getByText('Northwind & Sons')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Support' })).toHaveAttribute('href', 'mailto:help@example.com');
  const bought = page.getByRole('link', { name: /trial of Pro$/ });
  await expect(bought).toHaveCSS('background-color', 'rgb(245, 197, 66)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(bought).toHaveCSS('background-color', 'rgb(245, 197, 66)');
  expect(await (await page.request.get('/icon')).text()).toContain('#f5c542');
});
