import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';

/** Pages of other apps: which may call, with which tokens. */

const HOST = 'https://app.example.com';
const OTHER = 'https://other.example.com';
const KEY = 'web:read+write';
const SERVICE_KEYS = `${KEY}:${hashOfKey(KEY)}`;
let app: SandboxedApp;
let payer: { id: string; cookie: string };

beforeAll(async () => {
  app = await startSandboxedApp('alpha', { environment: { SERVICE_KEYS, EMBED_ORIGINS: `${HOST},${OTHER}` } });
  payer = await app.signUpPaying({ plan: 'starter' });
});
afterAll(() => app.close());

const call = (path: string, init: RequestInit = {}) => fetch(`${app.url}/api/${path}`, init);

async function grant(body: object): Promise<{ status: number; token: string }> {
  const headers = { authorization: `Bearer ${KEY}`, 'x-user-id': payer.id };
  const answer = await answerOf(await call('payments/embed-token', post(body, undefined, headers)));
  return { status: answer.status, token: (answer.body as { token: string }).token };
}
const by = (token: string, origin: string) => ({ authorization: `Bearer ${token}`, origin });
const act = async (path: string, body: object, headers: Record<string, string>) =>
  (await call(`payments/${path}`, post(body, undefined, headers))).status;

test('a page of the host app may ask before it calls, and read the answer; others may not', async () => {
  const ask = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const allowed = await call('payments/checkout', { method: 'OPTIONS', headers: { ...ask, origin: HOST } });
  expect(allowed.status).toBe(204);
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    'access-control-allow-origin': HOST,
    'access-control-allow-headers': expect.stringContaining('authorization'),
    vary: expect.stringMatching(/origin/i),
  });
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
  const plans = await call('payments/plans', { headers: { origin: HOST } });
  expect([plans.status, plans.headers.get('access-control-allow-origin')]).toEqual([200, HOST]);
  for (const [path, origin] of [
    ['payments/plans', 'https://evil.example.com'],
    ['health', HOST],
    ['auth/get-session', HOST],
  ] as const) {
    const answer = await call(path, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin'), path).toBeNull();
  }
});

test('a token of one origin is 401 from another, and good from its own and without any', async () => {
  const { token } = await grant({ origin: HOST });
  const status = async (headers: Record<string, string>) => (await call('payments/access', { headers })).status;
  expect(await status(by(token, HOST))).toBe(200);
  expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
  for (const origin of [OTHER, app.url, 'null']) expect(await status(by(token, origin)), origin).toBe(401);
  const { token: own } = await grant({});
  expect(await status(by(own, app.url))).toBe(200);
  expect(await status(by(own, HOST))).toBe(401);
});

test.each([
  ['read', [200, 403, 403]],
  ['buy', [200, 200, 403]],
  ['change', [200, 200, 200]],
] as const)('a token that can %s: reading, buying and changing answer %j', async (can, expected) => {
  const { token } = await grant({ origin: HOST, can });
  const headers = by(token, HOST);
  const reading = (await call('payments/subscriptions', { headers })).status;
  const portal = await act('portal', { returnUrl: `${HOST}/account` }, headers);
  const changing = await act('change', { kind: 'cancel_at_period_end' }, headers);
  expect([reading, portal, changing]).toEqual(expected);
});

test('no cookie crosses origins, and no other path opens', async () => {
  const headers = { origin: HOST, cookie: payer.cookie };
  expect((await call('payments/subscription', { headers })).status).toBe(401);
  expect(await act('portal', {}, headers)).toBe(401);
  expect((await call('auth/sign-out', post({}, payer.cookie, { origin: HOST }))).status).toBe(403);
  expect((await call('trpc/subscription.refresh', post({}, payer.cookie, { origin: HOST }))).status).toBe(403);
});

test.each([
  { origin: 'https://evil.example.com' },
  { origin: `${HOST}/path` },
  { origin: HOST, can: 'everything' },
  { orign: HOST },
])('%j gets no token', async (body) => {
  expect((await grant(body)).status).toBe(400);
});

test('a checkout returns to the host app', async () => {
  const { token } = await grant({ origin: HOST });
  const person = await app.signUp();
  const headers = { authorization: `Bearer ${KEY}`, 'x-user-id': person.id };
  const own = (await answerOf(await call('payments/embed-token', post({ origin: HOST }, undefined, headers)))).body as {
    token: string;
  };
  const body = { plan: 'pro', successUrl: `${HOST}/done`, cancelUrl: `${HOST}/plans` };
  expect(await act('checkout', body, by(own.token, HOST))).toBe(200);
  expect(await act('checkout', { ...body, successUrl: 'https://evil.example.com/' }, by(token, HOST))).toBe(400);
});
