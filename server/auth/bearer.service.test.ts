import { createTRPCClient, httpLink } from '@trpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { post } from '../testing/calls/requests.ts';
import type { AppRouter } from '../trpc/router.ts';

const PASSWORD = 'correct horse battery';

let app: TestApp;
let email: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ email } = await app.signUp());
});
afterAll(() => app.close());

const signIn = (headers: Record<string, string> = {}) =>
  app.call('/api/auth/sign-in/email', post({ email, password: PASSWORD }, undefined, headers));

const statusWith = async (authorization: string, path = '/api/payments/subscription') =>
  (await app.call(path, { headers: { authorization } })).status;

test('a program signs in and uses its session as a bearer token on both APIs', async () => {
  const token = (await signIn()).headers.get('set-auth-token');
  expect(token).toMatch(/\../);
  expect(await statusWith(`Bearer ${token}`)).toBe(200);
  expect(await statusWith(`Bearer ${token}`, '/api/trpc/subscription.current')).toBe(200);
  const checkout = await app.call('/api/payments/checkout', {
    ...post({ plan: 'free' }, undefined, { authorization: `Bearer ${token}` }),
  });
  expect(checkout.status).toBe(400);
});

test('a typed client works with the token, as the README shows', async () => {
  const headers = { authorization: `Bearer ${(await signIn()).headers.get('set-auth-token')}` };
  const billing = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${app.url}/api/trpc`, headers })] });
  expect(await billing.subscription.current.query()).toEqual({ subscription: null });
  expect((await billing.account.export.query()).account?.email).toBe(email);
});

test('the token ends with its session', async () => {
  const token = (await signIn()).headers.get('set-auth-token');
  const signedOut = await app.call('/api/auth/sign-out', {
    ...post({}, undefined, { authorization: `Bearer ${token}` }),
  });
  expect(signedOut.status).toBe(200);
  expect(await statusWith(`Bearer ${token}`)).toBe(401);
});

test.each(['Bearer', 'Bearer ', 'Bearer x', 'Bearer x.y', 'Basic eDp5', 'Bearer %E0%A4%A.b'])(
  '%s is not a session',
  async (value) => {
    expect(await statusWith(value)).toBe(401);
  },
);

test('a token without its signature, as stored in the database, is not a session', async () => {
  const { token } = (await (await signIn()).json()) as { token: string };
  expect(await app.deps.billing.database.prisma.session.count({ where: { token } })).toBe(1);
  expect(await statusWith(`Bearer ${token}`)).toBe(401);
});

test.each(['sec-fetch-site', 'origin'])('a page, recognised by its %s, gets only the cookie', async (name) => {
  const response = await signIn({ [name]: name === 'origin' ? app.url : 'same-origin' });
  expect(response.status).toBe(200);
  expect(response.headers.get('set-auth-token')).toBeNull();
  expect(response.headers.get('access-control-expose-headers')).toBeNull();
  expect(response.headers.getSetCookie().join()).toContain('billing.session_token');
});
