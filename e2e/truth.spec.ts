import type { Page } from '@playwright/test';
import { expect, test, withEach } from './fixtures.ts';
import { overflowOf } from './looks.ts';
import { proveAddress } from './mailbox.ts';
import { control } from './sandbox.ts';
import type { RunningService } from './service.ts';
import { currentSubscription, endNow, subscribe } from './steps.ts';
import { deliver } from './webhooks.ts';

const NOTHING = /nothing (more )?is charged|you won’t be charged/i;
const PATIENCE = { timeout: 20_000 };

test.afterEach(async ({ service }) => {
  await control(service, 'switches', { reset: true });
});

/** Pays at the provider without webhooks and without a return of the browser. */
async function payUnseen(page: Page, service: RunningService, plan: string): Promise<void> {
  const response = await page.request.post('/api/payments/checkout', { data: { plan } });
  const { sessionId } = await response.json();
  await control(service, 'switches', { seed: 1, drop: 1 });
  await control(service, `checkouts/${sessionId}/pay`);
}

test(
  'shows the plan on the dashboard even if every webhook is lost and the tab is closed',
  withEach,
  async ({ signedIn: page, service }) => {
    await payUnseen(page, service, 'pro');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^Pro (renews|is free)/ })).toBeVisible(PATIENCE);
    expect((await currentSubscription(page))?.plan).toBe('pro');
  },
);

test(
  'shows known data at once and makes no claims about charges while the provider is unreachable',
  withEach,
  async ({ signedIn: page, service }) => {
    await payUnseen(page, service, 'pro');
    await control(service, 'switches', { api: { mode: 'hang' } });
    await page.goto('/dashboard');
    await expect(page.getByText('You are on Free.', { exact: true })).toBeVisible();
    await expect(page.getByText('The payment provider can’t be reached right now')).toBeVisible(PATIENCE);
    await expect(page.getByText(NOTHING)).toHaveCount(0);
    await control(service, 'switches', { api: { mode: 'ok' } });
    // An earlier request may still be pending.
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Refresh' });
      if (await again.isVisible()) await again.click();
      await expect(page.getByRole('heading', { name: /^Pro (renews|is free)/ })).toBeVisible({ timeout: 6_000 });
    }).toPass({ timeout: 40_000 });
  },
);

test('says to an unproven address that it is to be confirmed, and not that nothing is charged', async ({
  unproven: page,
  person,
  service,
}) => {
  const confirm = page.getByText('Confirm your address to see what you have.');
  await page.goto('/dashboard');
  await expect(confirm).toBeVisible(PATIENCE);
  await expect(page.getByText('You are on Free.', { exact: true })).toBeVisible();
  await expect(page.getByText(NOTHING)).toHaveCount(0);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByText('um zu sehen, was Sie haben.', { exact: false })).toBeVisible();
  await page.getByLabel('Sprache').selectOption('en');
  await page.goto('/pricing');
  await expect(confirm).toBeVisible(PATIENCE);
  await expect(page.getByRole('button', { name: 'Subscribe to Pro' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Current plan: Free' })).toHaveCount(0);
  await proveAddress(page, service, person.email);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Current plan: Free' })).toBeVisible(PATIENCE);
  await page.goto('/dashboard');
  await expect(page.getByText('You are on Free. Nothing is charged.')).toBeVisible(PATIENCE);
  await expect(confirm).toHaveCount(0);
});

test('says to an unproven address of its own plan alone that nothing more is charged', async ({
  unproven: page,
  person,
  service,
}) => {
  await subscribe(page, service, { plan: 'pro' });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel plan' }).click(PATIENCE);
  const dialog = page.getByRole('dialog', { name: 'Cancel Pro?' });
  await expect(dialog.getByText('Pro won’t be charged again.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(page.getByText('Cancels on', { exact: false })).toBeVisible(PATIENCE);
  await expect(page.getByText(NOTHING)).toHaveCount(0);
  await proveAddress(page, service, person.email);
  await page.reload();
  await page.getByRole('button', { name: 'Resume plan' }).click(PATIENCE);
  await page.getByRole('button', { name: 'Cancel plan' }).click(PATIENCE);
  await expect(dialog.getByText('You won’t be charged again.', { exact: false })).toBeVisible();
});

const DAY = 86_400;
let now = Math.floor(Date.now() / 1000);

/** Gives the events of each test their own times. */
test.beforeEach(() => {
  now += 10;
});

/** Stripe's object of a live subscription. */
function live(userId: string, plan: string, amount: number) {
  const price = { id: `price_${plan}_month`, currency: 'usd', unit_amount: amount };
  const period = { current_period_start: now - DAY, current_period_end: now + 20 * DAY, quantity: 1 };
  const recurring = { interval: 'month', interval_count: 1 };
  return {
    id: `sub_truth_${plan}_${userId}`,
    object: 'subscription',
    customer: `cus_truth_${userId}`,
    status: 'active',
    metadata: { userId },
    currency: 'usd',
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    trial_start: null,
    trial_end: null,
    items: { data: [{ ...period, price: { ...price, recurring } }] },
  };
}

test('lists two live subscriptions by price, and names the one to cancel, at 360 px', async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const { user } = await (await page.request.get('/api/auth/get-session')).json();
  const starter = { ...live(user.id, 'starter', 490), default_tax_rates: [{ inclusive: false }] };
  const pro = live(user.id, 'pro', 990);
  await deliver(service, { type: 'customer.subscription.created', created: now, object: pro });
  await deliver(service, { type: 'customer.subscription.created', created: now + 1, object: starter });
  await page.goto('/dashboard');
  await expect(page.getByText('You have 2 subscriptions')).toBeVisible(PATIENCE);
  await expect(page.getByText(/^Pro · next charge \$9\.90 on /)).toBeVisible();
  await expect(page.getByText(/^Starter · next charge \$4\.90 plus tax on /)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /^(Pro|Starter) renews/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Cancel plan: Starter, $4.90 per month plus tax' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Starter, $4.90 per month plus tax?' });
  await expect(dialog).toContainText('Your other subscription goes on, and is charged as before.');
  await expect(dialog.getByText(/You won’t be charged/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pause plan: Starter, $4.90 per month plus tax' }).click();
  const pause = page.getByRole('dialog', { name: 'Pause Starter, $4.90 per month plus tax?' });
  await expect(pause).toContainText('Starter is not charged until you continue it.');
  await expect(pause).toContainText(
    /You have paid for Starter until .*: what is left of that is deducted from the next bill/,
  );
  await expect(pause).toContainText('Your other subscription goes on, and is charged as before.');
  await expect(pause.getByText(NOTHING)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cancel plan: Pro, $9.90 per month', exact: true })).toBeVisible();
  await expect.poll(() => overflowOf(page)).toBe(0);
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('button', { name: /^Tarif kündigen: Starter, 4,90\s\$ pro Monat zzgl\. Steuer$/ }).click();
  const asked = page.getByRole('dialog', { name: /^Starter, 4,90\s\$ pro Monat zzgl\. Steuer kündigen\?$/ });
  await expect.poll(() => asked.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
  await expect.poll(() => overflowOf(page)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByLabel('Sprache').selectOption('en');
  const ending = { ...starter, cancel_at_period_end: true, canceled_at: now };
  await deliver(service, { type: 'customer.subscription.updated', created: now + 2, object: ending });
  await expect(page.getByText(/^Starter · ends on .*, nothing more is charged for it$/)).toBeVisible(PATIENCE);
  await expect(page.getByText('No further charges')).toHaveCount(0);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByText('Sie haben 2 Abos')).toBeVisible();
  await expect(page.getByText(/^Pro · nächste Abbuchung 9,90\s\$ am /)).toBeVisible();
  await expect.poll(() => overflowOf(page)).toBe(0);
});

test('does not claim for a paused plan that nothing is charged while the provider is unreachable', async ({
  signedIn: page,
  service,
}) => {
  const { user } = await (await page.request.get('/api/auth/get-session')).json();
  const paused = { ...live(user.id, 'pro', 990), status: 'paused' };
  await control(service, 'switches', { api: { mode: 'hang' } });
  await deliver(service, { type: 'customer.subscription.created', created: now, object: paused });
  await page.goto('/dashboard');
  await expect(page.getByText('Pro is paused. It is not charged until you continue it.')).toBeVisible(PATIENCE);
  await expect(page.getByText(NOTHING)).toHaveCount(0);
});

test('shows the live subscription on every page although another one ended later', async ({
  signedIn: page,
  service,
}) => {
  const { user } = await (await page.request.get('/api/auth/get-session')).json();
  const [starter, pro] = [live(user.id, 'starter', 490), live(user.id, 'pro', 990)];
  await deliver(service, { type: 'customer.subscription.created', created: now, object: pro });
  await deliver(service, { type: 'customer.subscription.created', created: now + 1, object: starter });
  const object = { ...starter, status: 'canceled', canceled_at: now + 2 };
  await deliver(service, { type: 'customer.subscription.deleted', created: now + 2, object });
  await expect.poll(async () => (await currentSubscription(page))?.plan, PATIENCE).toBe('starter');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Pro renews/ })).toHaveCount(1, PATIENCE);
  await expect(page.getByText('Ended', { exact: true })).toHaveCount(0);
  await page.goto('/pricing');
  await expect(page.getByRole('button', { name: 'Current plan: Pro' })).toBeVisible(PATIENCE);
  await expect(page.getByRole('button', { name: 'Switch to Starter' })).toBeVisible();
});

test('offers to wait for a pending bank debit, or to end it and choose again, at 360 px', async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await subscribe(page, service, { plan: 'pro' });
  await endNow(page, service);
  const response = await page.request.post('/api/payments/checkout', { data: { plan: 'starter' } });
  const { sessionId } = await response.json();
  await control(service, `checkouts/${sessionId}/pay`, { number: 'bank_debit' });
  await expect.poll(async () => (await currentSubscription(page))?.status, PATIENCE).toBe('incomplete');
  await page.goto('/pricing');
  await page.getByRole('button', { name: /to Enterprise$/ }).click();
  await page.waitForURL(`${service.url}/pending-payment*`);
  await expect(page.getByRole('heading', { name: 'A payment is on its way' })).toBeVisible();
  await expect(page.getByText('Starter begins as soon as the payment arrives.', { exact: false })).toBeVisible();
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { name: 'Eine Zahlung ist unterwegs' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Beenden und Enterprise wählen' })).toBeVisible();
  await expect.poll(() => overflowOf(page)).toBe(0);
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByRole('link', { name: 'Wait for the payment' }).click();
  await expect(page.getByText('Waiting for your bank: a debit usually takes', { exact: false })).toBeVisible(PATIENCE);
  await page.goto('/pending-payment?plan=enterprise&interval=month');
  await page.getByRole('button', { name: 'End it and choose Enterprise' }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`, PATIENCE);
  await expect.poll(async () => (await currentSubscription(page))?.status, PATIENCE).toMatch(/canceled|deleted/);
});
