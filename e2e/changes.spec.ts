import { expect, test } from './fixtures.ts';
import { cards, control, payWith } from './sandbox.ts';

test.beforeEach(async ({ signedIn: page, service }) => {
  await page.goto('/pricing');
  await page.getByRole('button', { name: /trial of Starter$/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText('Free trial').first()).toBeVisible({ timeout: 20_000 });
});

test('upgrade: where the provider changes plans, or on our page where it has none', async ({
  page,
  provider,
  service,
}) => {
  await page.goto('/pricing');
  await page.getByRole('button', { name: /Switch to Pro/ }).click();
  if (provider === 'beta') await page.waitForURL(`${service.url}/change-plan*`);
  else await page.waitForURL(`${service.sandboxUrl}/**`);
  if (provider === 'gamma') {
    await page.getByRole('button', { name: 'Switch plan' }).click();
    await page.getByRole('button', { name: 'Choose Pro per month' }).click();
  }
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await page.waitForLoadState();
  await page.goto('/dashboard');
  await expect(page.getByText('Pro', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  const { subscription } = await (await page.request.get('/api/payments/subscription')).json();
  expect(subscription).toMatchObject({ plan: 'pro', amount: '9.90' });
});

test('cancel and resume on our own page, with the consequences said', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(page.getByText(/Cancels on/).first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Resume plan' }).click();
  await expect(page.getByText('Free trial').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Cancels on/)).toHaveCount(0);
});

test('a trial is for the first time only: resubscribing charges at once', async ({ page, service }) => {
  const { subscription } = await (await page.request.get('/api/payments/subscription')).json();
  await control(service, `subscriptions/${subscription.providerSubscriptionId}/cancel_now`);
  await page.goto('/pricing');
  await page.getByRole('button', { name: /(Subscribe|Resubscribe) to Pro$/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('$9.90').first()).toBeVisible();
});
