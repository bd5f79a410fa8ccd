import { expect, test, withEach } from './fixtures.ts';
import { control, readBooks } from './sandbox.ts';
import { currentSubscription, subscribe } from './steps.ts';

test(
  'shows ten payments, older ones on demand, and receipts if the provider has them',
  withEach,
  async ({ signedIn: page, service, provider }) => {
    await page.goto('/dashboard');
    await expect(page.getByText('No payments in this account yet.')).toBeVisible();
    await subscribe(page, service);
    await control(service, 'clock', { months: 12 });
    await control(service, 'settle');
    await page.goto('/dashboard');
    const rows = page.getByRole('table', { name: 'Your payments' }).getByRole('row');
    // Includes the heading’s row; the trial’s invoice of zero is left out.
    await expect(rows).toHaveCount(11);
    await page.getByRole('button', { name: 'Show older payments' }).click();
    await expect(rows).toHaveCount(13);
    await expect(page.getByRole('button', { name: 'Show older payments' })).toHaveCount(0);
    const receipts = page.getByRole('link', { name: /^Receipt of/ });
    if (provider !== 'alpha') return expect(await receipts.count()).toBe(0);
    const address = await receipts.first().getAttribute('href');
    expect((await page.request.get(address ?? '')).ok()).toBe(true);
  },
);

test('links to the confirmation of a payment that the bank requires', async ({ signedIn: page, service }) => {
  await subscribe(page, service);
  const own = (await currentSubscription(page))?.providerSubscriptionId;
  const customerId = (await readBooks(service)).subscriptions.find(({ id }) => id === own)?.customerId;
  await control(service, 'card', { customerId, number: '4000002760003184' });
  await control(service, 'clock', { days: 15 });
  await control(service, 'settle');
  await page.goto('/dashboard');
  const notice = page.getByRole('status').filter({ hasText: 'Your bank asks you to confirm a payment' });
  const [bank] = await Promise.all([
    page.waitForEvent('popup'),
    notice.getByRole('link', { name: 'Confirm payment' }).click(),
  ]);
  await bank.getByRole('button', { name: 'Confirm payment' }).click();
  await control(service, 'settle');
  await expect(notice).toHaveCount(0, { timeout: 15_000 });
  await expect(page.getByRole('table', { name: 'Your payments' }).getByText('Paid').first()).toBeVisible();
});
