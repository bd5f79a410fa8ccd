import { test as base, expect, withEach } from './fixtures.ts';
import { expectFit } from './looks.ts';
import { cards, control, payWith } from './sandbox.ts';
import { type RunningService, startService } from './service.ts';
import { currentSubscription, expectPlan, openCheckout } from './steps.ts';

const KEY = 'sk_test_of_the_discounts_0123456789';

const test = base.extend({
  service: [
    async ({ provider }, use) => {
      const key = { SANDBOX: 'on', [`${provider.toUpperCase()}_SECRET_KEY`]: KEY };
      const service = await startService({ PAYMENT_PROVIDER: provider, CHECKOUT_DISCOUNT_CODES: 'on', ...key });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

type Asked = [path: string, fields: Record<string, string | number>];

const fifth = { name: 'Fifth', code: 'FIFTH', type: 'percentage', duration: 'forever' };
/** A fifth off every bill, at each company by its own API. */
const codes: Record<string, Asked[]> = {
  alpha: [
    ['/v1/coupons', { id: 'fifth', percent_off: 20, duration: 'forever' }],
    ['/v1/promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': 'fifth', code: 'FIFTH' }],
  ],
  beta: [['/v1/discounts', { ...fifth, percentage: 20 }]],
  gamma: [['/v1/discounts/', { ...fifth, basis_points: 2_000 }]],
};

async function makeCode({ sandboxUrl }: RunningService, provider: string): Promise<void> {
  for (const [path, fields] of codes[provider] ?? []) {
    const isForm = provider === 'alpha';
    const headers = {
      authorization: `Bearer ${KEY}`,
      'x-api-key': KEY,
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    };
    const form = () =>
      new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, `${value}`])).toString();
    const body = isForm ? form() : JSON.stringify(fields);
    const answer = await fetch(sandboxUrl + path, { method: 'POST', headers, body });
    expect([path, answer.ok]).toEqual([path, true]);
  }
}

test(
  'a code that is typed on the checkout page: dashboard and history say what it takes off, in both languages',
  withEach,
  async ({ signedIn: page, service, provider, browser }) => {
    await makeCode(service, provider);
    await openCheckout(page, service, 'Pro');
    await page.getByLabel(/Discount code/).fill('fifth');
    await payWith(page, cards.good);
    await expectPlan(page, service);
    // The first bill after the trial.
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
  },
);
