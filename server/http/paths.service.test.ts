import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];

const unknownPaths = [
  '/api',
  '/api/',
  '/api/nothing',
  '/api/payments',
  '/api/payments/checkouts',
  '/api/payments/checkout/more',
  '/api/payments/subscription/1',
  '/api/webhooks',
  '/api/webhooks/payments/more',
  '/api/auth',
  '/api/auth/nothing',
  '/api/auth/nothing/deeper',
  '/api/<script>alert(1)</script>',
  '/api/../api/nothing',
];

const routes = [
  { path: '/api/payments/checkout', allow: ['POST'] },
  { path: '/api/payments/subscription', allow: ['GET', 'HEAD'] },
  { path: '/api/payments/portal', allow: ['POST'] },
  { path: '/api/webhooks/payments', allow: ['POST'] },
  ...['', '/live', '/ready'].map((name) => ({ path: `/api/health${name}`, allow: ['GET', 'HEAD'] })),
];

const wrongMethods = routes.flatMap(({ path, allow }) =>
  methods.filter((method) => !allow.includes(method)).map((method) => ({ method, path, allow: allow.join(', ') })),
);

async function expectJsonError(response: Response, method: string, error: string) {
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  if (method !== 'HEAD') expect(await response.json()).toMatchObject({ error });
}

test.each(unknownPaths.flatMap((path) => methods.map((method) => ({ method, path }))))(
  '$method $path gets 404 as JSON',
  async ({ method, path }) => {
    const response = await app.call(path, { method });
    expect(response.status).toBe(404);
    await expectJsonError(response, method, 'Not found');
  },
);

test.each(wrongMethods)('$method $path gets 405 as JSON with the allowed methods', async ({ method, path, allow }) => {
  const response = await app.call(path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe(allow);
  await expectJsonError(response, method, 'Method not allowed');
});

test.each(['/api/%', '/api/payments/%E0%A4%A', '/api/auth/%', '/api/auth/%00', '/api/trpc/%', '/%'])(
  'the broken path %s is refused without a stack trace',
  async (path) => {
    const response = await app.call(path);
    expect([400, 404]).toContain(response.status);
    const text = await response.text();
    expect(JSON.parse(text)).toHaveProperty('error');
    expect(text).not.toMatch(/node_modules|\.ts:|at /);
  },
);

test.each(['PUT', 'DELETE', 'POST', 'PATCH'])('%s to a page gets 404 as JSON', async (method) => {
  const response = await app.call('/dashboard', { method });
  expect(response.status).toBe(404);
  await expectJsonError(response, method, 'Not found');
});

test('a trailing slash and capital letters reach the same route', async () => {
  for (const path of ['/api/payments/subscription/', '/API/payments/Subscription']) {
    const response = await app.call(path);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 401,
      body: { error: 'Unauthorized' },
    });
  }
});

const security = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

test.each([
  ['GET', '/'],
  ['GET', '/dashboard'],
  ['GET', '/api/nothing'],
  ['GET', '/api/payments/subscription'],
  ['POST', '/api/payments/checkout'],
  ['POST', '/api/webhooks/payments'],
  ['GET', '/api/webhooks/payments'],
  ['GET', '/api/auth/get-session'],
  ['POST', '/api/auth/sign-in/email'],
  ['GET', '/api/trpc/plans.list'],
  ['GET', '/api/trpc/nothing'],
  ['GET', '/api/%'],
])('%s %s has the security headers and no x-powered-by', async (method, path) => {
  const { headers } = await app.call(path, { method });
  for (const [name, value] of Object.entries(security)) expect([name, headers.get(name)]).toEqual([name, value]);
  expect(headers.get('content-security-policy')).toContain("script-src 'self';style-src 'self';");
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-powered-by')).toBeNull();
});

test('a signed delivery has the security headers too', async () => {
  const { headers, status } = await app.deliver({ id: 'evt_headers', type: 'unknown' });
  expect(status).toBe(200);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('answers of a service behind TLS have the HSTS header', async () => {
  expect((await app.call('/api/health')).headers.get('strict-transport-security')).toBeNull();
  const secure = await startTestApp({ BASE_URL: 'https://pay.example.com' });
  const { headers } = await secure.call('/api/health');
  await secure.close();
  expect(headers.get('strict-transport-security')).toContain('max-age=');
});
