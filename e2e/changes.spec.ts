import { expect, test, withEach } from './fixtures.ts';
import { cards, control, payWith } from './sandbox.ts';
import { currentSubscription, expectPlan, openCheckout, subscribe } from './steps.ts';

test.beforeEach(async ({ signedIn, service }) => {
  await subscribe(signedIn, service, { plan: 'starter' });
});

test(
  'upgrade: where the provider changes plans, or on our page where it has none',
  withEach,
  async ({ page, provider, service }) => {
    await page.goto('/pricing');
    await page.getByRole('button', { name: /Switch to Pro/ }).click();
    if (provider === 'beta') {
      await page.waitForURL(`${service.url}/change-plan*`);
      await expect(page.getByText('$9.90 per month')).toBeVisible();
      await expect(page.getByText(/charged now to your usual payment method, prorated/)).toBeVisible();
    } else await page.waitForURL(`${service.sandboxUrl}/**`);
    if (provider === 'gamma') {
      await page.getByRole('button', { name: 'Switch plan' }).click();
      await page.getByRole('button', { name: 'Choose Pro per month' }).click();
    }
    await expect(page.getByText(/\$?9\.90/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Confirm change' }).click();
    await page.waitForLoadState();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible({ timeout: 20_000 });
    expect(await currentSubscription(page)).toMatchObject({ plan: 'pro', amount: '9.90' });
  },
);

test('cancel and resume on our own page, with the consequences said', withEach, async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByRole('dialog')).toContainText('You won’t be charged when the trial ends.');
  await page.getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(page.getByText(/^Cancels on/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Resume plan' }).click();
  await expect(page.getByText('Free trial', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Cancels on/)).toHaveCount(0);
});

test('a trial is for the first time only: resubscribing charges at once', withEach, async ({ page, service }) => {
  const subscription = await currentSubscription(page);
  await control(service, `subscriptions/${subscription?.providerSubscriptionId}/cancel_now`);
  await openCheckout(page, service, 'Pro');
  await payWith(page, cards.good);
  await expectPlan(page, service, 'Active');
  await expect(page.getByRole('table').getByText('$9.90')).toBeVisible();
});
