import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { control } from './sandbox.ts';
import { currentSubscription, openCheckout, subscribe } from './steps.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

async function expectClean(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
    expect(violations.map(({ id, nodes }) => `${what} ${colorScheme}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
}

/** Goes there by the tabulator key alone. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const target = page.getByRole('button', { name }).first();
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keys never reach ${name}`);
}

test('on the provider’s page a payment is disputed and won by keys alone, and no page of it breaks a rule', async ({
  signedIn: page,
  service,
}) => {
  test.setTimeout(120_000);
  await openCheckout(page, service, 'Starter');
  await expectClean(page, 'checkout');
  await subscribe(page, service, { plan: 'starter' });
  const { providerSubscriptionId } = (await currentSubscription(page)) ?? {};
  await control(service, `subscriptions/${providerSubscriptionId}/renew`);

  await page.goto(service.sandboxUrl);
  await expectClean(page, 'overview');
  await tabTo(page, /^Dispute /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Win dispute/ }).first()).toBeVisible();
  await tabTo(page, /^Win dispute/);
  await page.keyboard.press('Space');
  await expect(page.getByText('dispute won').first()).toBeVisible();
  await expectClean(page, 'overview after a dispute');
});
