import { test as base, expect } from './fixtures.ts';
import { startService } from './service.ts';

const test = base.extend({
  service: [
    async ({ provider }, use) => {
      const service = await startService({ PAYMENT_PROVIDER: provider, SELLING: 'off' });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

test('while nothing is sold, the plans say so and offer nothing to buy', async ({ signedIn: page }) => {
  await page.goto('/pricing');
  await expect(page.getByText('Nothing can be bought at the moment')).toBeVisible();
  await expect(page.getByText('Plans that are running go on as usual.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /trial|subscribe|buy/i })).toHaveCount(0);
});
