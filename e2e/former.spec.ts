import type { Page } from '@playwright/test';
import { billing } from './cli.ts';
import { test as base, expect, onLanding, type Person } from './fixtures.ts';
import { type FormerCompany, startFormerCompany } from './former.ts';
import { expectFit, overflowOf } from './looks.ts';
import { cards, payWith } from './sandbox.ts';
import { type RunningService, startService } from './service.ts';
import { currentSubscription } from './steps.ts';

const SIGN_IN = 'https://company.example.com/sign-in';
const DRAINING = { DRAINING_PROVIDERS: 'alpha', ALPHA_DASHBOARD_URL: '' };

/** The service sells with provider gamma; its users bought with provider alpha. */
const test = base.extend<{ customerId: string }, { former: FormerCompany }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const service = await startService({ PAYMENT_PROVIDER: 'gamma' });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  former: [
    async ({ service }, use) => {
      const company = await startFormerCompany(`${service.url}/api/webhooks/payments`);
      await use(company);
      await company.close();
    },
    { scope: 'worker' },
  ],
  /** The former provider's customer of the signed-in user, who bought Pro there; the provider drains. */
  customerId: async ({ signedIn: page, person, service, former }, use) => {
    await service.restarted({ ...former.settings, ...DRAINING });
    await use(await subscribe(page, former, person));
  },
});
// One after another: each worker would start its own service and provider.
test.describe.configure({ mode: 'default' });

/** Buys Pro at the former provider. Resolves to its customer id. */
async function subscribe(page: Page, former: FormerCompany, { email }: Person): Promise<string> {
  const { user } = await (await page.request.get('/api/auth/get-session')).json();
  const owner = { 'metadata[userId]': user.id };
  const customer = await former.call('/v1/customers', { email, ...owner });
  const sold = { customer, 'items[0][price]': 'price_pro_month', default_payment_method: 'pm_card_visa', ...owner };
  await former.call('/v1/subscriptions', sold);
  await expect.poll(async () => (await currentSubscription(page))?.status, { timeout: 20_000 }).toBe('active');
  return customer;
}

async function countThere(page: Page): Promise<number> {
  const { subscriptions } = await (await page.request.get('/api/payments/subscriptions')).json();
  return subscriptions.filter(({ provider }: { provider: string }) => provider === 'alpha').length;
}

/** Creates an ended subscription at the current provider, as the latest record: it must not hide the other one. */
async function endAnotherHere(page: Page, service: RunningService): Promise<void> {
  const { user } = await (await page.request.get('/api/auth/get-session')).json();
  const ids = [
    '--user',
    user.id,
    '--plan',
    'starter',
    '--customer',
    `cus_here_${user.id}`,
    '--subscription',
    `sub_here_${user.id}`,
  ];
  for (const type of ['subscription.created', 'subscription.deleted'])
    billing(service, 'gamma', 'trigger', type, ...ids);
  const latest = async () => (await currentSubscription(page))?.provider;
  await expect.poll(latest, { timeout: 20_000 }).toBe('gamma');
}

test(
  'while the provider drains, a past-due user changes card and plan and cancels on our pages',
  onLanding,
  async ({ page, service, former, customerId }) => {
    test.setTimeout(180_000);
    await former.control('card', { customerId, number: cards.failsLater });
    await former.control('clock', { days: 33 });
    await expect.poll(async () => (await currentSubscription(page))?.status, { timeout: 20_000 }).toBe('past_due');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Pay \$/ }).click();
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
  },
);

test(
  'when the provider is not set up, every page links to its site and offers no action that would fail',
  onLanding,
  async ({ page, person, service, former, customerId }) => {
    test.setTimeout(180_000);
    expect(await subscribe(page, former, person)).not.toBe(customerId);
    await expect.poll(() => countThere(page), { timeout: 20_000 }).toBe(2);
    await endAnotherHere(page, service);
    await service.restarted({ ...former.settings, DRAINING_PROVIDERS: '', ALPHA_DASHBOARD_URL: SIGN_IN });
    const main = page.getByRole('main');
    for (const path of ['/dashboard', '/pricing', '/change-plan?plan=enterprise', '/account']) {
      await page.goto(path);
      await expect(main.getByText(/billed by a company that we no longer work with/)).toBeVisible();
      await expect(main.getByRole('link', { name: 'Cancel on that company’s page' })).toHaveAttribute('href', SIGN_IN);
      const refused =
        /^(Manage billing|Change plan|Cancel plan|Pause plan|Switch to .*|Confirm change.*|Start .* trial .*|Keep .*|Delete .*)$/;
      await expect(main.getByRole('button', { name: refused })).toHaveCount(0);
      await expect(main.getByRole('link', { name: refused })).toHaveCount(0);
      await expect(main.getByText(/cancel anytime, here/)).toHaveCount(0);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflowOf(page), `${path} at ${width}`).toBe(0);
      }
      await expectFit(page, path);
    }
    await page.goto('/dashboard');
    await expect(main.getByText('You have 2 subscriptions')).toBeVisible();
    await page.goto('/pricing?interval=one_time');
    await expect(main.getByRole('button', { name: 'Buy Pro once' })).toBeVisible();
    await page.getByLabel('Language').selectOption('de');
    await expect(main.getByText(/rechnet ein Unternehmen ab/)).toBeVisible();
  },
);
