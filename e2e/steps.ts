import { expect, type Page } from '@playwright/test';
import { cards, control, readBooks } from './sandbox.ts';
import type { RunningService } from './service.ts';

interface Purchase {
  plan?: string;
  interval?: string;
  quantity?: number;
  card?: string;
}

/** Opens the provider's checkout page of `plan` from the pricing page. */
export async function openCheckout(page: Page, service: RunningService, plan: string): Promise<void> {
  await page.goto('/pricing');
  await page.getByRole('button', { name: new RegExp(`(of|to) ${plan}$`) }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
}

/** Expects the dashboard to show the new purchase. */
export async function expectPlan(page: Page, service: RunningService, badge = 'Free trial'): Promise<void> {
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByRole('main').getByText(badge, { exact: true })).toBeVisible({ timeout: 20_000 });
}

export async function currentSubscription(page: Page): Promise<Record<string, string> | null> {
  const response = await page.request.get('/api/payments/subscription');
  return (await response.json()).subscription;
}

/** Subscribes the signed-in user without opening a page, for tests about other things. */
export async function subscribe(page: Page, service: RunningService, purchase: Purchase = {}): Promise<void> {
  const { plan = 'pro', interval = 'month', quantity, card = cards.good } = purchase;
  const response = await page.request.post('/api/payments/checkout', { data: { plan, interval, quantity } });
  const { sessionId } = await response.json();
  await control(service, `checkouts/${sessionId}/pay`, { number: card });
  await expect.poll(async () => (await currentSubscription(page))?.plan, { timeout: 20_000 }).toBe(plan);
}

/** The trial of the current subscription ends, and its first charge meets this card. */
export async function trialEndsWith(page: Page, service: RunningService, number: string): Promise<void> {
  const own = (await currentSubscription(page))?.providerSubscriptionId;
  const customerId = (await readBooks(service)).subscriptions.find(({ id }) => id === own)?.customerId;
  await control(service, 'card', { customerId, number });
  await control(service, 'clock', { days: 15 });
  await control(service, 'settle');
}

/** Ends the current subscription at the provider and waits for its webhook. Resolves to its id at the provider. */
export async function endNow(page: Page, service: RunningService): Promise<string> {
  const id = (await currentSubscription(page))?.providerSubscriptionId;
  await control(service, `subscriptions/${id}/cancel_now`);
  await expect
    .poll(async () => (await currentSubscription(page))?.status, { timeout: 30_000 })
    .toMatch(/canceled|deleted/);
  return id ?? '';
}

/** Deletes the browser's cookies. First leaves the page: its pending requests would be answered 401. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
