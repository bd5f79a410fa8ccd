import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cards, control, payWith } from './sandbox.ts';
import type { RunningService } from './service.ts';

interface State {
  subscriptions: { id: string; customerId: string; metadata: Record<string, string> }[];
  customers: { id: string; email: string }[];
}

async function choose(page: Page, service: RunningService, plan: string): Promise<void> {
  await page.goto('/pricing');
  await page.getByRole('button', { name: new RegExp(`of ${plan}$|to ${plan}$`, 'i') }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
}

async function subscribe(page: Page, service: RunningService, card = cards.good): Promise<void> {
  await choose(page, service, 'Pro');
  await payWith(page, card);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText(/Free trial|Active/).first()).toBeVisible({ timeout: 20_000 });
}

async function truth(service: RunningService): Promise<State> {
  return (await (
    await fetch(`${service.sandboxUrl}/_sandbox/truth`, { headers: { 'x-sandbox': '1' } })
  ).json()) as State;
}

test.afterEach(async ({ service }) => {
  await control(service, 'switches', { reset: true });
});

test('yearly: the saving is computed, and the year is what is bought', async ({ signedIn: page, service }) => {
  await page.goto('/pricing?interval=year');
  await expect(page.getByText(/save 17\s?%/).first()).toBeVisible();
  await page.getByRole('button', { name: /of Enterprise$/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText('Enterprise').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/\$999/).first()).toBeVisible();
});

test('one-time: a payment, and no subscription', async ({ signedIn: page, service }) => {
  await page.goto('/pricing?interval=one_time');
  await page.getByRole('button', { name: /Buy Pro once/ }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText('$99.00').first()).toBeVisible({ timeout: 20_000 });
});

test('a webhook that is late: the page says that it activates, and turns by itself', async ({
  signedIn: page,
  service,
}) => {
  await choose(page, service, 'Pro');
  await control(service, 'switches', { seed: 1, delay: { rate: 1, ms: 3_000 } });
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText(/Activating your subscription/).first()).toBeVisible();
  await expect(page.getByText('Free trial').first()).toBeVisible({ timeout: 20_000 });
});

test('a webhook that never comes: the page heals by the truth of the provider', async ({ signedIn: page, service }) => {
  await choose(page, service, 'Pro');
  await control(service, 'switches', { seed: 1, drop: 1 });
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByText('Free trial').first()).toBeVisible({ timeout: 30_000 });
});

test('a double click makes one session', async ({ signedIn: page, service }) => {
  await page.goto('/pricing');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('checkout.start')) requests.push(request.url());
  });
  await page.getByRole('button', { name: /trial of Pro$/ }).dblclick();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  expect(requests).toHaveLength(1);
});

test('two tabs: what one of them buys, the other one shows', async ({ signedIn: page, service, context }) => {
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByText('Free').first()).toBeVisible();
  await subscribe(page, service);
  await expect(other.getByText('Free trial').first()).toBeVisible({ timeout: 20_000 });
});

test('a renewal fails, the card is replaced, and all is well again', async ({ signedIn: page, service, person }) => {
  await subscribe(page, service, cards.failsLater);
  await control(service, 'clock', { days: 15 });
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toContainText(/past due|payment/i, { timeout: 20_000 });
  const { customers } = await truth(service);
  const customerId = customers.find(({ email }) => email === person.email)?.id;
  await control(service, 'card', { customerId, number: cards.good });
  await page.goto('/dashboard');
  await expect(page.getByText('Active').first()).toBeVisible({ timeout: 20_000 });
});

test('the server is down: an error with a way to try again, never "Free"', async ({ signedIn: page, service }) => {
  await subscribe(page, service);
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: /Retry|Try again/ }).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Free', { exact: true })).toHaveCount(0);
});

test('a session that ends mid-page asks to sign in again', async ({ signedIn: page, service }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Free').first()).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${service.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
