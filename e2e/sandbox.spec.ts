import type { Page } from '@playwright/test';
import { expect, onLanding, test } from './fixtures.ts';
import { violationsOf } from './looks.ts';
import { control } from './sandbox.ts';
import { currentSubscription, openCheckout, subscribe } from './steps.ts';

/** @param heading of the page that comes; else its navigation could interrupt the check. */
async function expectClean(page: Page, what: string, heading?: RegExp): Promise<void> {
  if (heading) await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page, colorScheme), `${what} ${colorScheme}`).toEqual([]);
  }
}

/** Presses Tab until the button has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const target = page.getByRole('button', { name }).first();
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${name}`);
}

test(
  'disputes a payment and wins on the provider’s page with the keyboard; its pages are accessible',
  onLanding,
  async ({ signedIn: page, service }) => {
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
  },
);

test(
  'cancels, keeps, switches, changes the card and confirms in the portal with the keyboard; its pages are accessible',
  onLanding,
  async ({ signedIn: page, service, expectedComplaints }) => {
    test.setTimeout(180_000);
    // The empty card form is sent on purpose.
    expectedComplaints.push(/status of 422 .*\/card/);
    await subscribe(page, service, { plan: 'starter' });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await page.waitForURL(`${service.sandboxUrl}/portal/**`);
    await expectClean(page, 'portal');
    const press = async (name: RegExp, key = 'Enter') => {
      await tabTo(page, name);
      await page.keyboard.press(key);
    };

    await press(/^Cancel plan$/);
    await expectClean(page, 'cancellation', /^Cancel Starter/);
    await press(/^Confirm cancellation$/);
    await expect(page.getByRole('status')).toBeVisible();
    await press(/^Keep plan$/, 'Space');
    await expect(page.getByRole('button', { name: /^Cancel plan$/ })).toBeVisible();

    await press(/^Switch plan$/);
    await expectClean(page, 'switch', /^Switch plan$/);
    await press(/^Choose Pro per month$/);
    await expectClean(page, 'change', /^Switch to Pro/);
    await press(/^Confirm change$/);
    await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible();

    await press(/^Update card$/);
    await press(/^Save card$/);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectClean(page, 'card that is refused');
    await press(/^4000 0027 6000 3184/);
    await press(/^Save card$/);
    await expect(page.getByText('ending in 3184')).toBeVisible();

    const { providerSubscriptionId } = (await currentSubscription(page)) ?? {};
    await control(service, `subscriptions/${providerSubscriptionId}/renew`);
    await page.reload();
    await page.getByRole('link', { name: /^SBX-/ }).first().focus();
    await page.keyboard.press('Enter');
    await expectClean(page, 'invoice', /^Invoice SBX-/);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await page.goto(`${service.sandboxUrl}/invoices/${id}`);
    await expectClean(page, 'receipt');
    await press(/^Confirm payment$/);
    await expect(page.getByText('paid', { exact: true })).toBeVisible();
  },
);
