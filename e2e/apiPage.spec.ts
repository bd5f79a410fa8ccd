import { expect, onLanding, test } from './fixtures.ts';
import { expectAccessible, overflowOf } from './looks.ts';

test('the calls of the page of the API are found and tried', async ({ signedIn: page }) => {
  await page.goto('/api/docs');
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    expect(await overflowOf(page), `${width}`).toBe(0);
  }
  const checkout = page.locator('section[data-entry=startCheckout]');
  const feed = page.locator('section[data-entry=listChanges]');
  await expect(feed).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('starts CHECKOUT');
  await expect(feed).toBeHidden();
  await expect(checkout.getByText('billing.as(')).toBeHidden();
  await checkout.getByText('TypeScript').click();
  await expect(checkout.getByText('billing.as(')).toBeVisible();
  await checkout.getByText('Try it').click();
  await checkout.getByRole('button', { name: 'Send' }).click();
  await expect(checkout.locator('output')).toContainText(/^200\n.*"sessionId"/);
});

test('the page of the API is accessible', onLanding, async ({ page }) => {
  await page.goto('/api/docs');
  await expectAccessible(page, 'the page of the API');
});
