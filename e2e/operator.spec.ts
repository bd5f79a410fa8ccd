import type { Page } from '@playwright/test';
import { billing } from './cli.ts';
import { expect, onLanding, test } from './fixtures.ts';
import { proveAddress } from './mailbox.ts';
import { control, readBooks, sellBeside, unheard } from './sandbox.ts';
import { PASSWORD } from './seeded.ts';
import { currentSubscription, subscribe } from './steps.ts';

test('shows "not found" to other users, with the command that makes an operator', async ({
  unproven: page,
  person,
}) => {
  await page.goto('/operator');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  // Others may have signed up with the address, too.
  const { user } = await (await page.request.get('/api/auth/get-session')).json();
  await expect(page.getByText(`npm run billing -- verify ${person.email} --user ${user.id}`)).toBeVisible();
});

test('finds deliveries by a part of their type, opens them and resends them', async ({ asOperator: page, service }) => {
  await subscribe(page, service);
  await page.goto('/operator/deliveries');
  await page.getByLabel('Part of an event type, provider or id').fill('checkout.SESSION');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=checkout/);
  const rows = page.getByRole('button', { name: /^Details of/ });
  await expect(rows.first()).toContainText('checkout.session.completed');
  await expect(page.getByText('customer.subscription.created')).toHaveCount(0);
  await page.getByLabel('Outcome').selectOption('failed');
  const search = page.getByRole('button', { name: 'Search' });
  await search.click();
  await expect(page.getByText('No delivery matches.')).toBeVisible();
  await expect(search).toBeFocused();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(search).toBeFocused();
  await expect(page.getByLabel('Outcome')).toHaveValue('');
  await page.goto('/operator/deliveries?q=checkout');
  await rows.first().click();
  await expect(page.getByRole('region', { name: 'Payload' })).toContainText('"checkout.session.completed"');
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText(/^Resent. Outcome: /)).toBeVisible();
});

test('shows the timeline of a person and the reason for their access', async ({ asOperator: page, service }) => {
  await subscribe(page, service);
  const subscription = await currentSubscription(page);
  await page.goto('/operator/person');
  await page.getByLabel('User id or email').fill(subscription?.userId ?? '');
  await page.getByRole('button', { name: 'Search' }).click();
  const person = page.getByRole('main');
  await expect(person).toContainText('May use Pro');
  await expect(person).toContainText('A running trial grants it.');
  // What came last stands first.
  const steps = page.getByRole('list', { name: /^Timeline/ }).getByRole('listitem');
  await expect(steps.last()).toContainText('checkout of Pro (month) at alpha');
  await page.getByRole('link', { name: 'Deliveries of this person' }).click();
  await expect(page.getByRole('button', { name: /^Details of/ }).first()).toBeVisible();
});

test('gives nothing by an address that its account has not proven, until it is opened by its id', async ({
  asOperator: page,
  service,
}) => {
  const email = `squatter-${Date.now()}@example.com`;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Ada', email, password: PASSWORD });
  expect((await fetch(`${service.url}/api/auth/sign-up/email`, { method: 'POST', headers, body })).ok).toBe(true);
  await page.goto(`/operator/person?${new URLSearchParams({ who: email })}`);
  const person = page.getByRole('main');
  await expect(person).toContainText('This address is not proven.');
  const give = page.getByRole('form', { name: 'Give plan' });
  await expect(give).toHaveCount(0);
  await page.getByRole('link', { name: /open it by its id/ }).click();
  await expect(person).toContainText('This address is not proven.');
  await give.getByLabel('Reason').fill('Ticket 4711');
  await give.getByRole('button', { name: 'Give plan' }).click();
  await expect(page.getByText('The plan was given.')).toBeVisible();
});

test(
  'links a customer that only the provider knows, and takes it back',
  onLanding,
  async ({ asOperator: page, service }) => {
    const { user } = await (await page.request.get('/api/auth/get-session')).json();
    const now = Date.now();
    const price = { id: 'price_pro_month', plan: 'pro', label: 'Pro', interval: 'month', amount: 990, currency: 'USD' };
    await control(service, 'facts', {
      type: 'invoice.payment_succeeded',
      price,
      customer: { id: 'cus_of_before', email: 'before@example.com' },
      subscription: {
        id: 'sub_of_before',
        status: 'active',
        periodStart: now - 86_400_000,
        periodEnd: now + 864_000_000,
      },
      paymentId: 'in_of_before',
      metadata: {},
    });
    await page.goto(`/operator/person?who=${user.id}`);
    const form = page.getByRole('form', { name: 'A customer that only the provider knows' });
    const link = async (customer: string) => {
      await form.getByLabel('The provider’s customer ID').fill(customer);
      await form.getByLabel('Reason').fill('Ticket 4711');
      await form.getByRole('button', { name: 'Link customer' }).click();
    };
    await link('cus_nobody_has');
    await expect(page.getByText('alpha has no customer cus_nobody_has')).toBeVisible();
    await link('cus_of_before');
    await expect(page.getByText('Linked: 2 records are theirs now.')).toBeVisible();
    const person = page.getByRole('main');
    await expect(person).toContainText('May use Pro');
    await page.getByRole('button', { name: 'Undo the link' }).click();
    await expect(page.getByText('The link was undone')).toBeVisible();
    await expect(person).not.toContainText('May use Pro');
  },
);

test('says first what needs somebody; shows the drift that the last reconcile found, and that it was fixed', async ({
  asOperator: page,
  service,
  provider,
}) => {
  await subscribe(page, service);
  const id = (await currentSubscription(page))?.providerSubscriptionId ?? '';
  await unheard(service, id, 'cancel_now');
  expect(billing(service, provider, 'reconcile')).toBe(1);
  await page.goto('/operator');
  const needs = page.getByRole('region', { name: /^\d+ things? needs? you\.$/ });
  const differs = needs.getByRole('listitem').filter({ hasText: /differs? from the provider’s/ });
  await expect(differs).toContainText(/^\d+ records?/);
  await expect(needs).toContainText(/Compared with the provider on .+ customers, .+ subscriptions/);
  await differs.getByRole('link', { name: /^Look/ }).click();
  await expect(page).toHaveURL(/\/operator\/drift$/);
  const row = page.getByRole('row').filter({ hasText: id });
  await expect(row).toContainText('Status');
  await expect(row).toContainText('trialing');
  await expect(row).toContainText('canceled');
  await expect(row).toContainText('Not fixed');
  billing(service, provider, 'reconcile', '--fix');
  await page.reload();
  await expect(row).toContainText('Fixed');
  await expect(row).not.toContainText('Not fixed');
  await page.goto('/operator');
  await expect(page.getByText(/^Compared with the provider/)).toBeVisible();
  await expect(differs).toHaveCount(0);
});

/** Whoever has two is asked on the dashboard what ends and what goes on, and may keep both. */
async function looksAtTheChoice(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Keep Starter only' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Keep only Starter?' });
  await expect(dialog.getByText(/^Starter goes on: next charge \$4\.90 on /)).toBeVisible();
  await expect(dialog.getByText(/^Starter .*(ends|keeps)/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Change nothing' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('You have 2 subscriptions')).toBeVisible();
}

test('keeps one of two subscriptions of a person', onLanding, async ({ asOperator: page, service, provider }) => {
  await subscribe(page, service, { plan: 'starter' });
  const own = await currentSubscription(page);
  const second = await sellBeside(service, own?.providerSubscriptionId ?? '');
  const ids = ['--customer', second.customerId, '--subscription', second.id];
  const whose = ['--user', own?.userId ?? '', '--plan', 'starter', ...ids];
  billing(service, provider, 'trigger', 'subscription.created', ...whose);
  const people = page.getByRole('table', { name: 'People with several live subscriptions' });
  const row = people.getByRole('row').filter({ hasText: own?.userId ?? '' });
  await expect(async () => {
    await page.goto('/operator/drift');
    await expect(row.getByRole('button', { name: 'Keep Starter only' })).toHaveCount(2, { timeout: 1_000 });
  }).toPass({ timeout: 45_000 });
  await expect(row).toContainText('Not bought on a page that another one replaced');
  await looksAtTheChoice(page);
  await page.goto('/operator/drift');
  await row.getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep Starter only' }).click();
  await expect(page.getByText('Nobody has two live subscriptions')).toBeVisible({ timeout: 20_000 });
  const { subscriptions } = await readBooks(service);
  const both = subscriptions.filter(({ id }) => id === own?.providerSubscriptionId || id === second.id);
  const ending = both.filter(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd).map(({ id }) => id);
  expect(ending).toEqual([second.id]);
});

test(
  'lists what was paid after its account was deleted, and that it was given back',
  onLanding,
  async ({ asOperator: page, browser, person, service }) => {
    const context = await browser.newContext({ baseURL: service.url });
    const { request } = context;
    await request.post('/api/auth/sign-up/email', { data: person });
    const { user } = await (await request.get('/api/auth/get-session')).json();
    const wanted = { plan: 'pro', interval: 'one_time' };
    const { sessionId } = await (await request.post('/api/payments/checkout', { data: wanted })).json();
    // Otherwise the deletion ends the page, as it does where the provider can.
    await control(service, 'switches', { api: { mode: 'error500', only: '/expire' } });
    expect((await request.post('/api/auth/delete-user', { data: { password: person.password } })).ok()).toBe(true);
    await control(service, 'switches', { reset: true });
    await context.close();
    // A charge of the same second is perhaps one from before.
    const second = Math.floor(Date.now() / 1000);
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(second);
    await control(service, `checkouts/${sessionId}/pay`);
    await page.goto('/operator/drift');
    const row = page
      .getByRole('table', { name: /^Money given back, held/ })
      .getByRole('row')
      .filter({ hasText: user.id });
    await expect(async () => {
      await page.reload();
      await expect(row).toContainText('Given back', { timeout: 2_000 });
    }).toPass({ timeout: 90_000 });
    await expect(row).toContainText('Paid after the account was deleted · $99.00');
  },
);

test('shows jobs, rows that are set aside, and retention', async ({ asOperator: page }) => {
  await page.goto('/operator/jobs');
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'partitions', exact: true }) });
  await expect(row).toContainText('Works');
  await expect(page.getByText('Nothing is set aside.')).toBeVisible();
  await expect(page.getByText('365 days, then deleted')).toBeVisible();
});

test(
  'lists a trial whose card had one before, and leaves it unchanged',
  onLanding,
  async ({ asOperator: page, service, browser, person }) => {
    test.setTimeout(150_000);
    for (const nth of ['first', 'second']) {
      const context = await browser.newContext({ baseURL: service.url });
      const other = await context.newPage();
      const email = `${nth}-${person.email}`;
      await other.request.post('/api/auth/sign-up/email', { data: { ...person, email } });
      await proveAddress(other, service, email);
      await subscribe(other, service);
      expect(await currentSubscription(other)).toMatchObject({ status: 'trialing' });
      await context.close();
    }
    await expect(async () => {
      await page.goto('/operator/drift');
      const table = page.getByRole('table', { name: /^Trials that somebody else had before/ });
      await expect(table.getByText('Card', { exact: true }).first()).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 90_000 });
  },
);
