import { expect, test, withEach } from './fixtures.ts';
import { cards, control, payWith } from './sandbox.ts';
import { expectPlan, openCheckout, subscribe } from './steps.ts';

const LATE_MS = 3_000;

test.afterEach(async ({ service }) => {
  await control(service, 'switches', { reset: true });
});

test('shows the yearly saving and sells the yearly plan', async ({ signedIn: page, service }) => {
  await page.goto('/pricing?interval=year');
  await expect(page.getByText(/save 17\s?%/).first()).toBeVisible();
  await page.getByRole('button', { name: /of Enterprise$/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await expectPlan(page, service);
  await expect(page.getByRole('heading', { name: /^Enterprise is free until/ })).toBeVisible();
  await expect(page.getByText('$999.00 per year')).toBeVisible();
});

test(
  'grants the plan for a one-time payment, without a subscription',
  withEach,
  async ({ signedIn: page, service }) => {
    await page.goto('/pricing?interval=one_time');
    await expect(page.getByText('Yours for 365 days.').first()).toBeVisible();
    await page.getByRole('button', { name: /Buy Pro once/ }).click();
    await page.waitForURL(`${service.sandboxUrl}/**`);
    await payWith(page, cards.good);
    await page.waitForURL(`${service.url}/dashboard*`);
    await expect(page.getByRole('table').getByText('$99.00')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('heading', { name: /^You bought Pro. You can use it until / })).toBeVisible();
  },
);

test('shows the pending activation while the webhook is late, then updates by itself', async ({
  signedIn: page,
  service,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED .*subscription\.(refresh|check)/);
  await openCheckout(page, service, 'Pro');
  await control(service, 'switches', { seed: 1, delay: { rate: 1, ms: LATE_MS } });
  // Blocks refetches: only the webhook can update the page.
  await page.route(/\/api\/trpc\/subscription\.(refresh|check)/, (route) => route.abort());
  const paid = Date.now();
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText('Activating your subscription…')).toBeVisible();
  await expect(page.getByRole('button', { name: /plan/i })).toHaveCount(0);
  await expectPlan(page, service);
  expect(Date.now() - paid).toBeGreaterThan(LATE_MS);
});

test('refetches from the provider when a webhook never arrives', withEach, async ({ signedIn: page, service }) => {
  await openCheckout(page, service, 'Pro');
  await control(service, 'switches', { seed: 1, drop: 1 });
  await payWith(page, cards.good);
  await expectPlan(page, service);
});

test('creates one checkout session for a double click', async ({ signedIn: page, service }) => {
  await page.goto('/pricing');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('checkout.start')) requests.push(request.url());
  });
  await page.getByRole('button', { name: /trial of Pro$/ }).dblclick();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  expect(requests).toHaveLength(1);
});

test('opens the same checkout in two tabs, and shows a purchase in the other tab', async ({
  signedIn: page,
  service,
  context,
}) => {
  const other = await context.newPage();
  const plans = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: /^You are on Free/ })).toBeVisible();
  await openCheckout(page, service, 'Pro');
  await openCheckout(plans, service, 'Pro');
  expect(plans.url()).toBe(page.url());
  await plans.close();
  await subscribe(page, service);
  await expect(other.getByText('Free trial', { exact: true })).toBeVisible({ timeout: 20_000 });
});

test('says which checkout a later choice has superseded', async ({ signedIn: page }) => {
  for (const plan of ['starter', 'pro'])
    expect((await page.request.post('/api/payments/checkout', { data: { plan } })).ok()).toBe(true);
  await page.goto('/dashboard');
  await expect(page.getByText('Your checkout for Starter (Monthly) no longer counts')).toBeVisible();
  await expect(page.getByText('Pro (Monthly) took its place. Its page can no longer be paid.')).toBeVisible();
});

test(
  'explains why a user cannot buy with an address that belongs to another customer',
  withEach,
  async ({ signedIn: page, service, person, provider, expectedComplaints }) => {
    expectedComplaints.push(/status of 403 .*checkout\.start/);
    test.skip(provider === 'alpha', 'it allows several customers with one address');
    await subscribe(page, service, { plan: 'starter' });
    const { name, email, password } = person;
    const headers = { origin: service.url };
    expect((await page.request.post('/api/auth/delete-user', { data: { password }, headers })).ok()).toBe(true);
    expect((await page.request.post('/api/auth/sign-up/email', { data: { name, email, password } })).ok()).toBe(true);
    await page.goto('/pricing');
    // The same sentence whether or not the provider has a customer with this address.
    await expect(page.getByText(`Please confirm ${email}`)).toBeVisible();
    await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
    await expect(page.getByRole('alert')).toContainText(`Please confirm ${email}`);
    await expect(page).toHaveURL(/\/pricing/);
  },
);
