import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cards } from './sandbox.ts';
import { expectPlan } from './steps.ts';

const MOST_STOPS = 40;

/** Presses Tab until `target` has a visible focus and is in the viewport; again if the page grew above it meanwhile. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  let isAgain = false;
  await expect(async () => {
    if (isAgain) await page.keyboard.press('Tab');
    isAgain = true;
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused({ timeout: 1_000 });
    await expect(target).toBeInViewport({ timeout: 1_000 });
    expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
  }).toPass({ timeout: 20_000 });
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test('signs up, buys and cancels with the keyboard only', async ({ page, person, service }) => {
  const button = (name: RegExp | string) => page.getByRole('button', { name });
  await page.goto('/pricing');
  await tabTo(page, page.getByRole('radio', { name: 'Monthly' }));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/interval=year/);
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, page.getByRole('link', { name: /trial of Pro$/ }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await typeInto(page, page.getByLabel('Name'), person.name);
  await typeInto(page, page.getByLabel('Email'), person.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), person.password);
  await tabTo(page, button('Create account'));
  await page.keyboard.press('Space');

  await expect(page.getByRole('heading', { name: /^Pick a plan/ })).toBeFocused();
  await tabTo(page, button('Subscribe to Pro'));
  await page.keyboard.press('Enter');

  await page.waitForURL(`${service.sandboxUrl}/**`);
  await typeInto(page, page.getByLabel('Card number'), cards.good);
  await typeInto(page, page.getByLabel(/expir/i), '12 / 34');
  await typeInto(page, page.getByLabel(/cvc|security code/i), '123');
  await page.keyboard.press('Enter');

  await expectPlan(page, service, 'Active');
  await tabTo(page, button('Cancel plan'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button('Cancel plan')).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, button('Cancel at period end'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Cancels on/)).toBeVisible({ timeout: 20_000 });
});
