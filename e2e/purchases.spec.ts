import { expect, test, withEach } from './fixtures.ts';
import { cards, control, payWith } from './sandbox.ts';
import { expectPlan, openCheckout, subscribe } from './steps.ts';

const LATE_MS = 3_000;

test.afterEach(async ({ service }) => {
  await control(service, 'switches', { reset: true });
});

test('yearly: the saving is computed, and the year is what is bought', async ({ signedIn: page, service }) => {
  await page.goto('/pricing?interval=year');
  await expect(page.getByText(/save 17\s?%/).first()).toBeVisible();
  await page.getByRole('button', { name: /of Enterprise$/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await expectPlan(page, service);
  await expect(page.getByRole('heading', { name: 'Enterprise' })).toBeVisible();
  await expect(page.getByText('$999.00 per year')).toBeVisible();
});

test('one-time: a payment that gives the plan, and no subscription', withEach, async ({ signedIn: page, service }) => {
  await page.goto('/pricing?interval=one_time');
  await expect(page.getByText('Yours for 365 days.').first()).toBeVisible();
  await page.getByRole('button', { name: /Buy Pro once/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByRole('table').getByText('$99.00')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible();
  await expect(page.getByText(/^You bought Pro. You can use it until /)).toBeVisible();
});

test('a webhook that is late: the page says that it activates, and turns by itself', async ({
  signedIn: page,
  service,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED .*subscription\.(refresh|check)/);
  await openCheckout(page, service, 'Pro');
  await control(service, 'switches', { seed: 1, delay: { rate: 1, ms: LATE_MS } });
  // The provider isn't asked either: only the webhook can turn the page.
  await page.route(/\/api\/trpc\/subscription\.(refresh|check)/, (route) => route.abort());
  const paid = Date.now();
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText('Activating your subscription…')).toBeVisible();
  await expect(page.getByRole('button', { name: /plan/i })).toHaveCount(0);
  await expectPlan(page, service);
  expect(Date.now() - paid).toBeGreaterThan(LATE_MS);
});

test(
  'a webhook that never comes: the page catches up with the provider',
  withEach,
  async ({ signedIn: page, service }) => {
    await openCheckout(page, service, 'Pro');
    await control(service, 'switches', { seed: 1, drop: 1 });
    await payWith(page, cards.good);
    await expectPlan(page, service);
  },
);

test('a double click makes one session', async ({ signedIn: page, service }) => {
  await page.goto('/pricing');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('checkout.start')) requests.push(request.url());
  });
  await page.getByRole('button', { name: /trial of Pro$/ }).dblclick();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  expect(requests).toHaveLength(1);
});

test('two tabs: the same page of checkout, and what one of them buys, the other one shows', async ({
  signedIn: page,
  service,
  context,
}) => {
  const other = await context.newPage();
  const plans = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: 'Free', exact: true })).toBeVisible();
  await openCheckout(page, service, 'Pro');
  await openCheckout(plans, service, 'Pro');
  expect(plans.url()).toBe(page.url());
  await plans.close();
  await subscribe(page, service);
  await expect(other.getByText('Free trial', { exact: true })).toBeVisible({ timeout: 20_000 });
});

test('another plan in another tab: the page says which checkout no longer counts', async ({ signedIn: page }) => {
  for (const plan of ['starter', 'pro'])
    expect((await page.request.post('/api/payments/checkout', { data: { plan } })).ok()).toBe(true);
  await page.goto('/dashboard');
  await expect(page.getByText('Your checkout for Starter (Monthly) no longer counts')).toBeVisible();
  await expect(page.getByText('Pro (Monthly) took its place. Its page can no longer be paid.')).toBeVisible();
});

test(
  'an address that the provider has for somebody else: the page says why it cannot buy',
  withEach,
  async ({ signedIn: page, service, person, provider, expectedComplaints }) => {
    expectedComplaints.push(/status of 403 .*checkout\.start/);
    test.skip(provider === 'alpha', 'it has any number of customers with one address');
    await subscribe(page, service, { plan: 'starter' });
    const { name, email, password } = person;
    const headers = { origin: service.url };
    expect((await page.request.post('/api/auth/delete-user', { data: { password }, headers })).ok()).toBe(true);
    expect((await page.request.post('/api/auth/sign-up/email', { data: { name, email, password } })).ok()).toBe(true);
    await page.goto('/pricing');
    await page.getByRole('button', { name: /of Pro$/ }).click();
    await expect(page.getByRole('alert')).toContainText('Please confirm your email address');
    await expect(page).toHaveURL(/\/pricing/);
  },
);
