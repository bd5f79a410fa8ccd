import type { Page } from '@playwright/test';
import { test as base, expect, type Person } from './fixtures.ts';
import { type FormerCompany, freePort, startFormerCompany } from './former.ts';
import { expectFit, overflowOf } from './looks.ts';
import { cards, payWith } from './sandbox.ts';
import { startService } from './service.ts';
import { currentSubscription } from './steps.ts';

const SIGN_IN = 'https://company.example.com/sign-in';
const DRAINING = { DRAINING_PROVIDERS: 'alpha', ALPHA_DASHBOARD_URL: '' };

/** The service sells at gamma's company; its people bought at alpha's. */
const test = base.extend<object, { former: FormerCompany; port: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  former: [
    async ({ port }, use) => {
      const company = await startFormerCompany(`http://127.0.0.1:${port}/api/webhooks/payments`);
      await use(company);
      await company.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ former, port }, use) => {
      const settings = { PORT: `${port}`, PAYMENT_PROVIDER: 'gamma', ...former.settings, ...DRAINING };
      const service = await startService(settings);
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});
test.skip(({ provider }) => provider !== 'alpha', 'the company of the past is the same for every provider');

/** Buys Pro at the former company. Resolves to its customer's id. */
async function subscribe(page: Page, former: FormerCompany, { email }: Person): Promise<string> {
  const { user } = await (await page.request.get('/api/auth/get-session')).json();
  const owner = { 'metadata[userId]': user.id };
  const customer = await former.call('/v1/customers', { email, ...owner });
  const sold = { customer, 'items[0][price]': 'price_pro_month', default_payment_method: 'pm_card_visa', ...owner };
  await former.call('/v1/subscriptions', sold);
  await expect.poll(async () => (await currentSubscription(page))?.status, { timeout: 20_000 }).toBe('active');
  return customer;
}

test('draining: who is past due changes the card, then the plan, and cancels, all from our pages', async ({
  signedIn: page,
  person,
  service,
  former,
}) => {
  test.setTimeout(180_000);
  await service.restarted(DRAINING);
  const customerId = await subscribe(page, former, person);
  await former.control('card', { customerId, number: cards.failsLater });
  await former.control('clock', { days: 33 });
  await expect.poll(async () => (await currentSubscription(page))?.status, { timeout: 20_000 }).toBe('past_due');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Fix payment' }).click();
  await page.waitForURL(`${former.url}/portal/**`);
  await page
    .getByRole('link', { name: /Update card/ })
    .or(page.getByRole('button', { name: /Update card/ }))
    .first()
    .click();
  await payWith(page, cards.good, /^Save card$/);
  await expect(page.getByText('ending in 4242')).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Switch to Enterprise' }).click();
  await page.waitForURL(`${service.url}/change-plan*`);
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText(/^Your plan is now Enterprise/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(page.getByText(/^Cancels on/)).toBeVisible({ timeout: 20_000 });
  expect(await currentSubscription(page)).toMatchObject({ provider: 'alpha', plan: 'enterprise' });
});

test('not set up: every page says where to cancel and offers nothing that would be refused', async ({
  signedIn: page,
  person,
  service,
  former,
}) => {
  test.setTimeout(180_000);
  await service.restarted(DRAINING);
  await subscribe(page, former, person);
  await service.restarted({ DRAINING_PROVIDERS: '', ALPHA_DASHBOARD_URL: SIGN_IN });
  const main = page.getByRole('main');
  for (const path of ['/dashboard', '/pricing', '/change-plan?plan=enterprise', '/account']) {
    await page.goto(path);
    await expect(main.getByText(/billed by a company that we no longer work with/)).toBeVisible();
    await expect(main.getByRole('link', { name: 'Cancel on that company’s page' })).toHaveAttribute('href', SIGN_IN);
    const refused =
      /^(Manage billing|Change plan|Cancel plan|Pause plan|Switch to .*|Confirm change|Start .* trial .*)$/;
    await expect(main.getByRole('button', { name: refused })).toHaveCount(0);
    await expect(main.getByRole('link', { name: refused })).toHaveCount(0);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowOf(page), `${path} at ${width}`).toBe(0);
    }
    await expectFit(page, path);
  }
  await page.goto('/pricing?interval=one_time');
  await expect(main.getByRole('button', { name: 'Buy Pro once' })).toBeVisible();
  await page.getByLabel('Language').selectOption('de');
  await expect(main.getByText(/rechnet ein Unternehmen ab/)).toBeVisible();
});
