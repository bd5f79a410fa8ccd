import { afterAll, beforeAll, expect, test } from 'vitest';
import { startingRoutes } from '../rest/starting.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { cookieOf, post } from '../testing/calls/requests.ts';

/** A service whose BASE_URL has a path: proxies may pass it on, or take it away. */

let app: TestApp;
let base: string;

beforeAll(async () => {
  app = await startTestApp(async (url) => ({
    BASE_URL: `${url}/billing`,
    SOCIAL_GOOGLE: 'google-client:google-secret',
  }));
  base = app.deps.settings.baseUrl;
});
afterAll(() => app.close());

const json = async (path: string, init?: RequestInit) => {
  const response = await app.call(path, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test.each(['/billing/api/health', '/api/health', '/billing/api/health?x=1'])('%s is the health', async (path) => {
  expect(await json(path)).toMatchObject({ status: 200, body: { process: 'up' } });
});

test.each(['/billing/api/nothing', '/api/nothing', '/billing/x.txt'])('%s is not found', async (path) =>
  expect(await json(path)).toEqual({ status: 404, body: { error: 'Not found' } }),
);

test.each(['/billingx/api/health', '/billing/billing/api/health'])('%s is another path', async (path) => {
  const response = await app.call(path);
  // A page, where pages are built.
  expect(await response.text()).not.toContain('"process"');
});

test('a start says below the path, too, that it is not ready', () => {
  const answers: number[] = [];
  const { listener: listen } = startingRoutes({ baseUrl: base, trustProxy: 0, selling: true });
  for (const url of ['/billing/api/health/live', '/api/health/live', '/billing/api/health/ready']) {
    const response = { setHeader() {}, writeHead: (status: number) => ({ end: () => answers.push(status) }) };
    listen({ url, headers: {} } as never, response as never);
  }
  expect(answers).toEqual([200, 200, 503]);
});

test.each(['/billing', ''])('accounts, sessions and webhooks work below "%s"', async (path) => {
  const account = { name: 'Ada', email: `ada${path.length}@example.com`, password: 'correct horse battery' };
  const signedUp = await app.call(`${path}/api/auth/sign-up/email`, post(account));
  expect(signedUp.status).toBe(200);
  const cookie = cookieOf(signedUp);
  const session = await json(`${path}/api/auth/get-session`, { headers: { cookie } });
  expect(session).toMatchObject({ status: 200, body: { user: { email: account.email } } });
  expect(await json(`${path}/api/payments/subscription`, { headers: { cookie } })).toMatchObject({ status: 200 });
  const signed = await app.deliver({ id: `evt_${path.length}`, type: 'unknown' });
  expect(signed.status).toBe(200);
});

test('a signed answer names the path as its issuer, and its keys are below it', async () => {
  const { cookie } = await app.signUp();
  const { body } = await json('/billing/api/payments/access', { headers: { cookie } });
  const [, claims = ''] = String(body.token).split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: base });
  expect(await json('/billing/.well-known/jwks.json')).toMatchObject({ status: 200, body: { keys: [{ kty: 'OKP' }] } });
});

test('Google is told to lead back below the path', async () => {
  const { body } = await json(
    '/billing/api/auth/sign-in/social',
    post({ provider: 'google', callbackURL: '/billing/' }),
  );
  expect(new URL(String(body.url)).searchParams.get('redirect_uri')).toBe(`${base}/api/auth/callback/google`);
});

test('the API is described below the path', async () => {
  expect(await json('/billing/api/openapi.json')).toMatchObject({ body: { servers: [{ url: base }] } });
  const html = await (await app.call('/billing/api/docs')).text();
  expect(html).toContain('href="/billing/api/openapi.json"');
  expect(html).not.toMatch(/(href|src)="\/(?!billing\/)/);
});
