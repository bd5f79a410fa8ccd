import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../../../e2e/browser.ts';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { freePort } from '../../database/embedded/freePort.ts';
import { startService } from '../faults/parts/service.ts';
import { type Issuer, startIssuer } from '../logins/issuer.ts';
import { until } from '../run/until.ts';
import { type HostOptions, startHostApp } from './hostApp.ts';
import { startNextApp } from './nextApp.ts';
import { at, type Chapter, chapters } from './page.ts';

/**
 * `npm run check:recipes`: each chapter of "Beside your app" in a browser, on two origins, with exactly the printed
 * settings: signing in, buying, coming back, the gate, and which of the service's pages are then the app's. Needs npm's
 * registry, for Next.js. `-- Rails` plays the chapters with that word.
 */

const KEY = 'sk_beside_0123456789';

type Credentials = Pick<HostOptions, 'credentials'>;
const byToken: Credentials = { credentials: (token) => ({ authorization: `Bearer ${token}` }) };
/** How each chapter's app asks; one that is not here is Next.js. */
const apps: Record<string, Credentials> = {
  'Rails with its own login': { credentials: () => ({ authorization: `Bearer ${KEY}`, 'x-user-id': '42' }) },
  'Go with Auth0': byToken,
  'Plain cookies': { credentials: (_token, cookie) => ({ cookie }) },
};

interface Stage {
  app: string;
  /** Where browsers find the service. */
  base: string;
  /** Below which path of the app the service's pages are; null: they aren't. */
  hasPages: boolean;
  hasOwnAccounts: boolean;
  isNext: boolean;
}

async function play(chapter: Chapter, { issuer, browser }: { issuer: Issuer; browser: Browser }): Promise<void> {
  const [port, billingPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  const app = `http://app.localhost:${port}`;
  const { settings, claims, commands, scripts, modules } = at(chapter, { app, login: issuer.url });
  const ports = { PORT: `${billingPort}`, SANDBOX_PORT: `${sandboxPort}`, HOST: '127.0.0.1' };
  const service = await startService({ ...settings, ...ports, SERVICE_KEYS: `web:read+write:${hashOfKey(KEY)}` });
  const path = new URL(settings.BASE_URL ?? app).pathname.replace(/\/$/, '');
  const token = () => issuer.sign(claims);
  const how = apps[chapter.name];
  const tokens = await serveTokens(token);
  const [sell = '', gate = ''] = modules;
  const cookie = settings.AUTH_COOKIE ?? null;
  const hasOwnAccounts = settings.AUTH_JWKS_URL === undefined;
  const command = commands.find((each) => each.includes('/checkout"'))?.split('\ncurl -fsS -H')[0] ?? '';
  const host = how
    ? await startHostApp({
        port,
        path,
        token,
        cookie,
        billingUrl: service.url,
        key: KEY,
        sell: hasOwnAccounts ? null : command,
        credentials: how.credentials,
      })
    : await startNextApp({ port, billingUrl: service.url, config: scripts[0] ?? '', sell, gate, tokenUrl: tokens.url });
  const context = await browser.newContext({ locale: 'en-US' });
  try {
    const stage = { app, base: app + path, hasPages: path !== '', hasOwnAccounts, isNext: !how };
    await visit(await context.newPage(), stage);
  } catch (error) {
    console.error(service.output().slice(-3_000));
    throw error;
  } finally {
    await context.close();
    await host.close();
    await tokens.close();
    await service.stop();
  }
}

async function visit(page: Page, { app, base, hasPages, hasOwnAccounts, isNext }: Stage): Promise<void> {
  page.setDefaultTimeout(60_000);
  if (hasOwnAccounts) {
    await page.goto(`${base}/sign-up`);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`${base}/dashboard`);
  } else if (hasPages) {
    // The service's page leads to the app's login, which leads back, signed in.
    await page.goto(`${base}/dashboard`);
    await page.getByRole('button', { name: 'Continue to sign in' }).click();
    await page
      .getByRole('heading', { name: /free|no plan/i })
      .first()
      .waitFor();
    await expectCall(page, base);
  } else await page.goto(`${app}/sign-in`);
  await page.goto(app);
  await page.getByRole('button', { name: 'Buy Pro' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel(/expir/i).fill('12 / 34');
  await page.getByLabel(/cvc|security code/i).fill('123');
  await page.getByRole('button', { name: /^(pay|subscribe|start trial)/i }).click();
  // Where the customer comes back, signed in: the app's own page, or the service's below it.
  await page.waitForURL((url) => url.origin === app && url.pathname.endsWith('/dashboard'));
  const gate = isNext ? 'You may export' : 'You have pro';
  await until('the app lets Ada in', async () => {
    await page.goto(`${app}/dashboard`);
    return (await page.getByRole('heading').first().textContent()) === gate;
  });
  if (!hasPages) return;
  await page.goto(`${base}/dashboard`);
  await page.getByRole('heading', { name: /Pro/ }).first().waitFor();
}

/** A page of the app's origin may call the service itself, with the cookie alone. */
async function expectCall(page: Page, base: string): Promise<void> {
  const status = await page.evaluate(async (address) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(address, { method: 'POST', headers, body: '{"plan":"starter"}' })).status;
  }, `${base}/api/payments/checkout`);
  if (status !== 200) throw new Error(`A checkout of the app's own page is ${status}`);
}

/** Where the stand-in for a login's page gets a token. */
async function serveTokens(token: () => Promise<string>) {
  const server = createServer(async (_request, response) => response.end(await token()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()) };
}

const wanted = process.argv.slice(2);
const issuer = await startIssuer();
const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments });
for (const chapter of chapters) {
  if (wanted.length > 0 && !wanted.some((word) => chapter.name.includes(word))) continue;
  try {
    await play(chapter, { issuer, browser });
    console.info(`ok      ${chapter.name}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`failed  ${chapter.name}:`, error);
  }
}
await browser.close();
await issuer.close();
