import { expect, onLanding, type Person } from './fixtures.ts';
import { COOKIE } from './logins.ts';
import { expectFit } from './looks.ts';
import { cards, payWith } from './sandbox.ts';
import { currentSubscription, endNow, expectPlan, subscribe } from './steps.ts';
import { testWithIssuer } from './withIssuer.ts';

/** Users with accounts at the adopter's own login, which shares a cookie with these pages. */
const test = testWithIssuer();
// One after another: each worker would start its own service and login.
test.describe.configure({ mode: 'default' });

const claimsOf = ({ name, email }: Person) => ({ sub: `user|${email}`, name, email, email_verified: true });

test('signs in at the foreign login, buys, and deletes the data', async ({ page, person, issuer, service }) => {
  issuer.claims = claimsOf(person);
  const account = { data: { name: 'Eve', email: 'eve@example.com', password: 'correct horse battery' } };
  expect((await page.request.post('/api/auth/sign-up/email', account)).status()).toBe(404);
  expect((await page.request.post('/api/auth/sign-in/email', account)).status()).toBe(404);
  for (const path of ['/sign-up', '/sign-in', '/account']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
  }
  await expectFit(page, 'sign-in elsewhere');
  await page.goto('/pricing');
  await page.getByRole('link', { name: /of Pro$/ }).click();
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await page.waitForURL(`${service.url}/pricing?plan=pro`);
  await page.getByRole('button', { name: /of Pro$/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await expectPlan(page, service);
  await page.getByRole('button', { name: `Account of ${person.email}` }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Your data']);
  await expectFit(page, 'account elsewhere');
  await page.getByRole('button', { name: 'Delete my data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete my data' }).click();
  await expect(dialog.getByText('This is not the email of your account.')).toBeVisible();
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await dialog.getByRole('button', { name: 'Delete my data' }).click();
  await page.waitForURL(`${service.url}/account-deleted`);
  expect(await currentSubscription(page)).toMatchObject({ status: 'deleted' });
});

const SHORT_SECONDS = 10;

test(
  'ends a page’s stream with its token, continues with the next token, and asks to sign in without one',
  onLanding,
  async ({ page, person, issuer, service, expectedComplaints }) => {
    expectedComplaints.push(/status of 401 .*\/api\/trpc\//);
    const show = async (seconds: number) => {
      const value = await issuer.token(claimsOf(person), seconds);
      await page.context().addCookies([{ name: COOKIE, value, url: service.url }]);
    };
    const streams: number[] = [];
    page.on('request', (request) => {
      if (request.url().includes('subscription.changes')) streams.push(Date.now());
    });
    await show(300);
    await subscribe(page, service);
    await show(SHORT_SECONDS);
    const ends = Date.now() + SHORT_SECONDS * 1000 - 1_000;
    await page.goto('/dashboard');
    await expect.poll(() => streams.length).toBe(1);
    await show(300);
    await expect.poll(() => streams.length, { timeout: 40_000 }).toBe(2);
    expect(streams[1]).toBeGreaterThan(ends);
    const main = page.getByRole('main');
    await expect(main.getByText('Free trial', { exact: true })).toBeVisible();
    await endNow(page, service);
    await expect(main.getByText('Free trial', { exact: true })).toHaveCount(0);

    await show(-90);
    await page.getByRole('link', { name: 'Plans' }).click();
    await page
      .getByRole('link', { name: 'Your plan' })
      .or(page.getByRole('link', { name: 'Sign in' }))
      .first()
      .click();
    await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
  },
);
