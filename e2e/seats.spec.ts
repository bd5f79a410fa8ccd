import { expect, onLanding, test, withEach } from './fixtures.ts';
import { expectAccessible, overflowOf } from './looks.ts';
import { cards, payWith } from './sandbox.ts';
import { currentSubscription, endNow, expectPlan, subscribe } from './steps.ts';

const SLOW = { timeout: 30_000 };

test(
  'chooses seats with the keyboard, and shows their price on every page',
  withEach,
  async ({ signedIn: page, service }) => {
    await page.goto('/pricing');
    const enterprise = page.getByRole('region', { name: 'Enterprise' });
    await expect(enterprise.getByText('$99.90', { exact: true }).first()).toBeVisible();
    await expect(enterprise.getByText('per seat, per month')).toBeVisible();
    await expect(enterprise.getByRole('button', { name: 'Enterprise: one seat fewer' })).toBeDisabled();
    const seats = enterprise.getByLabel('Seats', { exact: true });
    await seats.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(seats).toHaveValue('3');
    await expect(enterprise.getByRole('status')).toHaveText('3 seats: $299.70 per month');
    await expect(page).toHaveURL(/seats=3/);
    await page.reload();
    await expect(enterprise.getByText(/^Then \$299\.70 per month/)).toBeVisible();
    await enterprise.getByRole('button', { name: /trial of Enterprise$/ }).click();
    await page.waitForURL(`${service.sandboxUrl}/**`);
    await expect(page.getByText('$299.70').first()).toBeVisible();
    await payWith(page, cards.good);
    await expectPlan(page, service);
    await expect(page.getByText('3 seats', { exact: false }).first()).toBeVisible();
    await expect(page.getByText('$299.70 per month')).toBeVisible();
  },
);

test('adds seats at once, and removes seats at the end of the paid period', async ({ signedIn: page, service }) => {
  await subscribe(page, service, { plan: 'enterprise', quantity: 2 });
  await endNow(page, service);
  await subscribe(page, service, { plan: 'enterprise', quantity: 2 });
  await expect.poll(async () => (await currentSubscription(page))?.status, SLOW).toBe('active');

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Change seats' }).click();
  await expect(page.getByText('This is what you have now.', { exact: false })).toBeVisible();
  const more = page.getByRole('button', { name: 'Enterprise: one seat more' });
  await more.click();
  await more.click();
  await expect(page.getByText('Enterprise, 4 seats, $399.60 per month')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Renews' })).toContainText('$399.60', SLOW);
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await expect(page.getByText('Your plan is now Enterprise, 4 seats, monthly.')).toBeVisible(SLOW);
  expect(await currentSubscription(page)).toMatchObject({ amount: '399.60' });

  await page.goto('/pricing');
  const enterprise = page.getByRole('region', { name: 'Enterprise' });
  await expect(enterprise.getByLabel('Seats', { exact: true })).toHaveValue('4');
  await expect(enterprise.getByRole('button', { name: 'Current plan: Enterprise' })).toBeDisabled();
  await enterprise.getByRole('button', { name: 'Enterprise: one seat fewer' }).click();
  await enterprise.getByRole('button', { name: /Change to 3 seats$/ }).click();
  await expect(page.getByText('Due now').locator('..')).toContainText('$0.00', SLOW);
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await expect(page.getByText(/^Your plan changes to Enterprise, 3 seats on/)).toBeVisible(SLOW);
  await expect(page.getByText(/^Enterprise, 3 seats from/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep Enterprise' }).click();
  await expect(page.getByText(/^Enterprise, 3 seats from/)).toHaveCount(0, SLOW);
});

test('rejects a number of seats that is out of range', async ({ page }) => {
  await page.goto('/pricing');
  const enterprise = page.getByRole('region', { name: 'Enterprise' });
  const seats = enterprise.getByLabel('Seats', { exact: true });
  await seats.fill('0');
  await expect(seats).toHaveAccessibleDescription('Choose a whole number from 1 to 10000.');
  await expect(enterprise.getByRole('status')).toHaveText('1 seat: $99.90 per month');
  await seats.blur();
  await expect(seats).toHaveValue('1');
});

test.describe('in German, on a phone', () => {
  test.use({ locale: 'de-DE', viewport: { width: 360, height: 740 } });

  test('the stepper fits and is accessible', onLanding, async ({ page }) => {
    await page.goto('/pricing?seats=12');
    const enterprise = page.getByRole('region', { name: 'Enterprise' });
    await expect(enterprise.getByText('pro Platz und Monat')).toBeVisible();
    await expect(enterprise.getByRole('status')).toHaveText(/^12 Plätze: 1\.198,80\s\$ pro Monat$/);
    await enterprise.getByRole('button', { name: 'Enterprise: ein Platz mehr' }).click();
    await expect(enterprise.getByRole('status')).toHaveText(/^13 Plätze: /);
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page, 'pricing with seats');
  });
});
