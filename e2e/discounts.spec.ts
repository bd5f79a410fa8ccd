import { makeCode } from './codes.ts';
import { test as base, expect, onLanding, withEach } from './fixtures.ts';
import { expectFit } from './looks.ts';
import { cards, control, payWith } from './sandbox.ts';
import { startService } from './service.ts';
import { currentSubscription, expectPlan, openCheckout } from './steps.ts';

const test = base.extend({
  service: [
    async ({ provider }, use) => {
      const service = await startService({ PAYMENT_PROVIDER: provider, CHECKOUT_DISCOUNT_CODES: 'on' });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});
// One after another: each worker would start its own service.
test.describe.configure({ mode: 'default' });

test('shows the discount of a code entered at checkout on dashboard and history, in both languages', {
  tag: [withEach.tag, onLanding.tag],
}, async ({ signedIn: page, service, provider, browser }) => {
  await makeCode(service, provider);
  await openCheckout(page, service, 'Pro');
  await page.getByLabel(/Discount code/).fill('fifth');
  await payWith(page, cards.good);
  await expectPlan(page, service);
  // Stripe tells a discount by its name alone, until it bills.
  const inTrial = provider === 'alpha' ? 'The plan’s price is $9.90 per month.' : '$7.92 instead of $9.90';
  await expect(page.getByText(inTrial)).toBeVisible();
  // The first invoice after the trial.
  await control(service, 'clock', { days: 15 });
  await expect.poll(async () => (await currentSubscription(page))?.status, { timeout: 30_000 }).toBe('active');
  const paid = page.getByRole('row').filter({ hasText: '$7.92' });
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(page.getByText(/\$7\.92 instead of \$9\.90/)).toBeVisible({ timeout: 5_000 });
    await expect(paid.getByText('$1.98 discount')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 40_000 });
  await expectFit(page, 'a discount on the dashboard');
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ locale: 'de-DE', baseURL: service.url, storageState });
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByText(/7,92\s\$ statt 9,90\s\$/)).toBeVisible();
  await expect(other.getByText(/^1,98\s\$ Rabatt$/)).toBeVisible();
  await context.close();
});
