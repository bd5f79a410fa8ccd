import { test as base, expect } from './fixtures.ts';
import { freePort } from './freePort.ts';
import { cards, payWith } from './sandbox.ts';
import { startService } from './service.ts';

/** Pages and API below a path of a host that others use, too. */
const test = base.extend({
  service: [
    async ({ provider }, use) => {
      const PORT = `${await freePort()}`;
      const BASE_URL = `http://localhost:${PORT}/billing`;
      const service = await startService({ PAYMENT_PROVIDER: provider, PORT, BASE_URL });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

test('signs up, buys, returns and opens the portal below /billing', async ({ page, person, service }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === new URL(service.url).origin && !pathname.startsWith('/billing/')) elsewhere.push(pathname);
  });
  await page.goto(`${service.url}/`);
  await page.waitForURL(`${service.url}/pricing`);
  await page.getByRole('link', { name: /trial of Pro$/ }).click();
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${service.url}/pricing?plan=pro`);
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await page.waitForURL(`${service.url}/dashboard*`);
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await page.goBack();
  await page.waitForURL(`${service.url}/dashboard`);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${service.url}/sign-in`);
  expect(elsewhere).toEqual([]);
});
