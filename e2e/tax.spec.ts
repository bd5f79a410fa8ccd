import { test as base, expect, onLanding, withEach } from './fixtures.ts';
import { expectAccessible, overflowOf } from './looks.ts';
import { control } from './sandbox.ts';
import { startService } from './service.ts';
import { subscribe } from './steps.ts';

const SLOW = { timeout: 30_000 };

const test = base.extend({
  service: [
    async ({ provider }, use) => {
      const service = await startService({ PAYMENT_PROVIDER: provider, CHECKOUT_TAX: 'on' });
      for (const [plan, amount] of Object.entries({ pro: 990, enterprise: 9_990 }))
        await control(service, `prices/price_${plan}_month`, { amount, taxBehavior: 'exclusive' });
      // The start asks the company for its prices.
      await service.restarted({});
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});
// One after another, since each worker would start its own service.
test.describe.configure({ mode: 'default' });

test(
  'a price to which tax comes says so on the plans page and before a change',
  withEach,
  async ({ signedIn: page, service }) => {
    const pro = page.getByRole('region', { name: 'Pro' });
    await expect(async () => {
      await page.goto('/pricing');
      await expect(pro.getByText('per month plus tax', { exact: true })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(pro.getByText(/^Then \$9\.90 per month plus tax\./)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Starter' }).getByText('per month', { exact: true })).toBeVisible();
    await page.getByLabel(/^Yearly/).click();
    await expect(pro.getByText('per year', { exact: true })).toBeVisible();

    await subscribe(page, service, { plan: 'starter' });
    await page.goto('/change-plan?plan=pro');
    await expect(page.getByText('Pro, $9.90 per month plus tax')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Renews' })).toContainText('$9.90 plus tax', SLOW);
    await expect(page.getByText('Due now').locator('..')).toContainText(/\$0\.00$/);
  },
);

test.describe('in German, on a phone', () => {
  test.use({ locale: 'de-DE', viewport: { width: 360, height: 740 } });

  test('the words fit, and are accessible', onLanding, async ({ signedIn: page, service }) => {
    const enterprise = page.getByRole('region', { name: 'Enterprise' });
    await expect(async () => {
      await page.goto('/pricing?seats=12');
      await expect(enterprise.getByText('pro Platz und Monat zzgl. Steuer')).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(enterprise.getByRole('status')).toHaveText(/^12 Plätze: 1\.198,80\s\$ pro Monat zzgl\. Steuer$/);
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page, 'pricing with tax');
    await subscribe(page, service, { plan: 'starter' });
    await page.goto('/change-plan?plan=enterprise');
    await expect(page.getByRole('listitem').filter({ hasText: 'Verlängerung' })).toContainText(
      /99,90\s\$ zzgl\. Steuer$/,
      SLOW,
    );
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page, 'a change with tax');
  });
});
