import { createHash } from 'node:crypto';
import { test as base, expect } from './fixtures.ts';
import { type HostApp, startHostApp } from './hostApp.ts';
import { cards, payWith } from './sandbox.ts';
import { startService } from './service.ts';

/** Pages of an app on another origin than the service, which call it with a token from their own server. */

const KEY = 'sk_of_the_host_app_0123456789';

const test = base.extend<object, { host: HostApp }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const host = await startHostApp(KEY);
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ host, provider }, use) => {
      const service = await startService({
        PAYMENT_PROVIDER: provider,
        SERVICE_KEYS: `web:read+write:${createHash('sha256').update(KEY).digest('hex')}`,
        EMBED_ORIGINS: `${host.url},http://localhost:1`,
      });
      host.knows.service = service.url;
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

test('an app of another origin shows plans, sells, upgrades and cancels', async ({ page, person, service, host }) => {
  const account = { name: person.name, email: person.email, password: person.password };
  const signedUp = await fetch(`${service.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  host.knows.userId = (await signedUp.json()).user.id;
  await page.goto(host.url);
  await expect(page.getByText('You have free')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take enterprise' })).toBeVisible();
  await page.getByRole('button', { name: 'Take starter' }).click();
  await page.waitForURL(`${service.sandboxUrl}/**`);
  await payWith(page, cards.good);
  await page.waitForURL(`${host.url}/`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('You have starter')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Take enterprise' }).click();
  await expect(page.getByText('You have enterprise')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You have enterprise, which ends')).toBeVisible();

  const { token } = await (await page.request.get(`${host.url}/token`)).json();
  const asked = (origin: string) =>
    fetch(`${service.url}/api/payments/access`, { headers: { authorization: `Bearer ${token}`, origin } });
  expect((await asked(host.url)).status).toBe(200);
  expect((await asked('http://localhost:1')).status).toBe(401);
});
