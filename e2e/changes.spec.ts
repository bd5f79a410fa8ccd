import { tryAgain } from './failing.ts';
import { expect, test, withEach } from './fixtures.ts';
import { cards, payWith } from './sandbox.ts';
import { currentSubscription, endNow, expectPlan, openCheckout, subscribe } from './steps.ts';

test.beforeEach(async ({ signedIn, service }) => {
  await subscribe(signedIn, service, { plan: 'starter' });
});

test('upgrades on our page and shows the costs', withEach, async ({ page, service }) => {
  await page.goto('/pricing');
  await page.getByRole('button', { name: /Switch to Pro/ }).click();
  await page.waitForURL(`${service.url}/change-plan*`);
  await expect(page.getByText('$9.90 per month')).toBeVisible();
  await expect(page.getByText(/nothing is charged before it ends/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await expect(page.getByText('Your plan is now Pro, monthly.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('heading', { name: /^Pro is free until/ })).toBeVisible({ timeout: 20_000 });
  expect(await currentSubscription(page)).toMatchObject({ plan: 'pro', amount: '9.90' });
});

/** What the dialog says of paid time before one pauses. */
const PAUSED: Record<string, RegExp> = {
  alpha: /You have paid for Pro until .+: what is left of that is deducted from the next bill/,
  beta: /You have paid for Pro until .+: what is left of that time is lost\./,
  gamma: /You keep Pro until .+\. From then on your account has the features of Free/,
};

test(
  'says what a pause does to paid time; schedules a downgrade for its end, and undoes it',
  withEach,
  async ({ page, service, provider }) => {
    await endNow(page, service);
    await subscribe(page, service, { plan: 'pro' });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Pause plan' }).click();
    await expect(page.getByRole('dialog')).toContainText(PAUSED[provider] ?? /^$/);
    await page.goto('/change-plan?plan=starter&interval=month');
    await expect(page.getByText('Due now').locator('..')).toContainText('$0.00');
    await expect(page.getByText(/You keep what you have paid for, Pro, until/)).toBeVisible();
    await page.getByRole('button', { name: 'Confirm change' }).click();
    await expect(page.getByText(/^Your plan changes to Starter on/)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(/^Starter from/)).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Pro becomes Starter on/ })).toBeVisible();
    await page.getByRole('button', { name: 'Keep Pro' }).click();
    await expect(page.getByText('Pro continues as before.')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(/^Starter from/)).toHaveCount(0);
    expect(await currentSubscription(page)).toMatchObject({ plan: 'pro', amount: '9.90' });
  },
);

test('cancels and resumes on our own page, and shows the consequences', withEach, async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByRole('dialog')).toContainText('You won’t be charged when the trial ends.');
  await page.getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(page.getByText(/^Cancels on/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Resume plan' }).click();
  await expect(page.getByText('Free trial', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Cancels on/)).toHaveCount(0);
});

test('charges a second subscription at once, without a trial', withEach, async ({ page, service }) => {
  await endNow(page, service);
  await openCheckout(page, service, 'Pro');
  await payWith(page, cards.good);
  await expectPlan(page, service, 'Active');
  await expect(page.getByRole('table').getByText('$9.90')).toBeVisible();
});

test('a pause can’t be confirmed before its terms are there', async ({ page, service, expectedComplaints }) => {
  expectedComplaints.push(/ERR_FAILED/);
  await endNow(page, service);
  await subscribe(page, service, { plan: 'pro' });
  await page.route('**/api/trpc/*subscription.preview*', (route) => route.abort());
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Pause plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause Pro?' });
  await expect(dialog.getByRole('alert')).toContainText('could not be reached');
  await expect(dialog.getByRole('button', { name: 'Pause plan' })).toBeDisabled();
  await page.unrouteAll();
  await tryAgain(dialog);
  await expect(dialog.getByText(/^You have paid for Pro until/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Pause plan' })).toBeEnabled();
});

test('what was accepted, and shows nowhere yet, is told on the page instead of the dialog', async ({ page }) => {
  await page.goto('/dashboard');
  const answer = [{ result: { data: { subscription: null } } }];
  await page.route('**/api/trpc/subscription.change?*', (route) => route.fulfill({ json: answer }));
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(page.getByText(/^Your change was accepted/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
