import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import { addCustomer } from '../testing/app/rows.ts';
import { answerOf } from '../testing/calls/requests.ts';
import { type Company, startCompany } from '../testing/company/company.ts';

let app: TestApp;
let company: Company;
let ada: Person;

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({
    ALPHA_API_URL: company.url,
    TRUSTED_ORIGINS: 'https://shop.example.com',
    REDIRECT_ORIGINS: 'https://redirect.example.com',
  });
  ada = await app.signUp('ada@example.com');
  await addCustomer(app, ada);
});
afterAll(async () => {
  await app.close();
  await company.close();
});

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example.com' },
  // Only redirects may lead there.
  { origin: 'https://redirect.example.com' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://127.0.0.1' },
  { origin: 'http://127.0.0.1:1' },
  { origin: 'https://shop.example.com.evil.com' },
  { origin: 'http://shop.example.com' },
  { origin: 'https://SHOP.example.com@evil.com' },
  { origin: 'file://' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { referer: 'https://evil.example.com/page' },
];

const contentTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
];

const changes = [
  { method: 'POST', path: '/api/payments/checkout', body: { plan: 'pro' } },
  { method: 'POST', path: '/api/payments/portal', body: {} },
  { method: 'POST', path: '/api/trpc/checkout.start', body: { plan: 'pro' } },
  { method: 'POST', path: '/api/trpc/portal.open', body: {} },
  { method: 'POST', path: '/api/auth/sign-out', body: {} },
  { method: 'POST', path: '/api/auth/update-user', body: { name: 'Eve' } },
  { method: 'POST', path: '/api/auth/revoke-sessions', body: {} },
  {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    body: { name: 'E', email: 'eve@example.com', password: 'evil evil evil' },
  },
  { method: 'PUT', path: '/api/payments/checkout', body: { plan: 'pro' } },
  { method: 'DELETE', path: '/api/payments/subscription', body: {} },
];

async function send({ method, path, body }: (typeof changes)[number], headers: Record<string, string>) {
  const response = await app.call(path, {
    method,
    headers: { cookie: ada.cookie, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return answerOf(response);
}

async function state() {
  const { prisma } = app.deps.billing.database;
  const [checkouts, sessions, users] = await Promise.all([
    prisma.checkout.count(),
    prisma.session.count(),
    prisma.user.findMany({ select: { name: true, email: true } }),
  ]);
  return { checkouts, sessions, users, requests: company.requests.length };
}

/** The specification's own writes are refused in their turn: session, customer and body come first. */
const inTurn = ({ method, path }: { method: string; path: string }) => method === 'POST' && !path.includes('/auth/');
const statusFor = (change: (typeof changes)[number], type: string) =>
  inTurn(change) && type !== 'application/json' ? expect.toSatisfy((code) => code === 400 || code === 415) : 403;

test.each(changes)('$method $path is refused for every foreign page, and nothing changes', async (change) => {
  const before = await state();
  for (const headers of foreign) {
    for (const type of contentTypes) {
      const { status, body } = await send(change, { ...headers, 'content-type': type });
      expect({ headers, type, status }).toEqual({ headers, type, status: statusFor(change, type) });
      if (status === 403) expect(JSON.stringify(body)).toMatch(/"(error|message)":"Forbidden"/);
    }
  }
  expect(await state()).toEqual(before);
});

test.each(contentTypes.slice(1))('a simple content type (%s) changes nothing even without an origin', async (type) => {
  const before = await state();
  for (const change of changes.filter(({ path }) => !path.includes('portal'))) {
    const { status } = await send(change, { 'content-type': type });
    expect([change.path, status]).toEqual([change.path, expect.toSatisfy((code) => code >= 400 && code < 500)]);
  }
  expect(await state()).toEqual(before);
});

test.each(changes)('GET $path changes nothing', async ({ path, body }) => {
  const before = await state();
  const query = new URLSearchParams({ input: JSON.stringify(body), ...(body as Record<string, string>) });
  const { status } = await app.call(`${path}?${query}`, { headers: { cookie: ada.cookie } });
  if (path !== '/api/payments/subscription') expect([404, 405]).toContain(status);
  expect(await state()).toEqual(before);
});

test('a foreign origin may read but gets no CORS permission', async () => {
  const headers = { cookie: ada.cookie, origin: 'https://evil.example.com' };
  const response = await app.call('/api/payments/subscription', { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test.each([
  ['no origin', {}],
  ['our own origin', { origin: 'own' }],
  ["loopback's other name", { origin: 'twin' }],
  ['a listed origin', { origin: 'https://shop.example.com' }],
  ['a same-origin request without an origin', { 'sec-fetch-site': 'same-origin' }],
  ['an address typed by hand', { 'sec-fetch-site': 'none' }],
  ['our own page as referrer', { referer: 'own' }],
])('%s may make changes', async (_name, headers: Record<string, string>) => {
  const twin = app.url.replace('127.0.0.1', 'localhost');
  const real = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === 'own' ? app.url : value === 'twin' ? twin : value]),
  );
  const [checkout] = changes;
  if (!checkout) throw new Error('no change');
  expect((await send(checkout, real)).status).toBe(200);
  expect(
    (
      await app.call('/api/auth/update-user', {
        method: 'POST',
        headers: { cookie: ada.cookie, 'content-type': 'application/json', ...real },
        body: JSON.stringify({ name: 'Ada' }),
      })
    ).status,
  ).toBe(200);
});

test('webhooks come from a provider, not from a page: their origin is ignored', async () => {
  const body = { id: 'evt_origin', type: 'unknown' };
  expect((await app.deliver(body, { headers: { origin: 'https://evil.example.com' } })).status).toBe(200);
});
