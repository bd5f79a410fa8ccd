import type { Page } from '@playwright/test';
import { expect, type Person, test, withEach } from './fixtures.ts';
import { cards, control, payWith } from './sandbox.ts';
import { subscribe } from './steps.ts';

async function endSession(page: Page, { url }: { url: string }): Promise<void> {
  // Sent outside of the browser: the open page keeps its cookie.
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${url}/api/auth/sign-out`, { method: 'POST', headers: { cookie: cookies } });
  expect(answer.status).toBe(200);
}

async function signInAgain(page: Page, { email, password }: Person): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your session has ended.', { exact: false })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test(
  'shows a failed renewal at once, and is active again after the card is replaced',
  withEach,
  async ({ signedIn: page, service }) => {
    await subscribe(page, service, { card: cards.failsLater });
    await page.goto('/dashboard');
    await expect(page.getByText('Free trial', { exact: true })).toBeVisible();
    await control(service, 'clock', { days: 15 });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Your last payment did not go through', { timeout: 20_000 });
    await expect(page.getByText('Past due', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Pay $9.90' }).click();
    await page.waitForURL(`${service.sandboxUrl}/**`);
    await page.getByRole('button', { name: 'Update card' }).click();
    await payWith(page, cards.good, /update|save/i);
    await expect(page.getByText('Your card was updated.')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText('Active', { exact: true })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test('keeps the content with a retry button while the server is down, and recovers afterwards', async ({
  signedIn: page,
  service,
  expectedComplaints,
}) => {
  // 503: a server that starts listens before it is ready.
  expectedComplaints.push(
    /ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE) |status of 503 /,
  );
  await subscribe(page, service);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Pro (renews|is free)/ })).toBeVisible();
  await page.getByRole('link', { name: 'Plans' }).first().click();
  await expect(page).toHaveURL(/\/pricing/);
  // Waits for the page with its styles: they cannot be loaded while the server is down.
  await expect(page.getByRole('heading', { name: /^Pick a plan/ })).toBeVisible();
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' }).first();
  await service.killed(async () => {
    // Data counts as fresh for 5 s.
    await page.clock.fastForward(5_100);
    await page.getByRole('link', { name: 'Your plan' }).first().click();
    await expect(again).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('heading', { name: /^Pro (renews|is free)/ })).toBeVisible();
    await expect(page.getByText('Free', { exact: true })).toHaveCount(0);
  });
  // By itself: a click would race with it.
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole('heading', { name: /^Pro (renews|is free)/ })).toBeVisible();
});

test('shows an error with a retry button, never "Free", when no data can be loaded', async ({
  signedIn: page,
  service,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED .*api\/trpc/);
  await subscribe(page, service);
  // Without its stream the page does not recover by itself before the click.
  await page.route('**/api/trpc/subscription.changes*', (route) => route.abort());
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.goto('/dashboard');
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Free', { exact: true })).toHaveCount(0);
  await page.unroute('**/api/trpc/**');
  await again.click();
  await expect(page.getByRole('heading', { name: /^Pro (renews|is free)/ })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('asks to sign in when the session ends, and returns to the same page', async ({
  signedIn: page,
  service,
  person,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 401 /);
  // Without its stream the page notices the end only with its next request.
  await page.route('**/api/trpc/subscription.changes*', () => undefined);
  await page.goto('/pricing?interval=year');
  const offer = page.getByRole('button', { name: /trial of Starter$/ });
  await expect(offer).toBeEnabled();
  await endSession(page, service);
  await offer.click();
  await signInAgain(page, person);
  await expect(page).toHaveURL(/\/pricing\?plan=starter&interval=year$/);

  await page.unroute('**/api/trpc/subscription.changes*');
  await subscribe(page, service);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Manage billing' })).toBeEnabled();
  await endSession(page, service);
  await signInAgain(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: /^Pro (renews|is free)/ })).toBeVisible();

  await page.goto('about:blank');
  await endSession(page, service);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(asked.filter((address) => address.includes('subscription.live'))).toHaveLength(1);
});

test('polls when the stream of changes is unavailable', async ({ signedIn: page, service }) => {
  await page.route('**/api/trpc/subscription.changes*', () => undefined);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^You are on Free/ })).toBeVisible();
  await subscribe(page, service);
  await expect(page.getByText('Free trial', { exact: true })).toBeVisible({ timeout: 20_000 });
});
