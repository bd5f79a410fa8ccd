import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { openStream } from '../../testing/calls/stream.ts';
import { type Company, startCompany } from '../../testing/company/company.ts';
import { type Issuer, makeKey, startIssuer } from '../../testing/logins/issuer.ts';
import { shapes } from '../../testing/logins/tokenShapes.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

let company: Company;
let issuer: Issuer;
let app: TestApp;

beforeAll(async () => {
  [company, issuer] = [await startCompany(), await startIssuer()];
  app = await startTestApp({
    ALPHA_API_URL: company.url,
    AUTH_JWKS_URL: issuer.jwksUrl,
    AUTH_ISSUER: issuer.url,
    AUTH_AUDIENCE: 'billing, authenticated',
    AUTH_OPERATOR_CLAIM: 'realm_access.roles=billing-operator',
    AUTH_COOKIE: '__session',
    AUTH_SIGN_IN_URL: 'https://app.example.com/sign-in',
    OPERATOR_EMAILS: 'ops@example.com',
  });
});
afterAll(async () => {
  await app.close();
  await issuer.close();
  await company.close();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const subscription = (headers: Record<string, string>) => app.call('/api/payments/subscription', { headers });
const me = async (token: string) => {
  const { body } = await answerOf(await app.call('/api/trpc/session.me', { headers: bearer(token) }));
  return (body as { result: { data: unknown } }).result.data;
};
const good = { aud: 'billing', email: 'ada@example.com', email_verified: true };

test.each(['RS256', 'ES256', 'EdDSA'])('a token signed with %s is accepted by both APIs', async (alg) => {
  const own = await startIssuer(alg);
  const other = await startTestApp({ AUTH_JWKS_URL: own.jwksUrl }, app);
  const headers = bearer(await own.sign({ sub: 'user_1' }));
  expect((await other.call('/api/payments/subscription', { headers })).status).toBe(200);
  expect((await other.call('/api/trpc/subscription.current', { headers })).status).toBe(200);
  await other.close();
  await own.close();
});

test.each(Object.entries(shapes))(
  'accepts a token in the format of %s',
  async (_name, { settings, claims, expected }) => {
    const other = await startTestApp({ AUTH_JWKS_URL: issuer.jwksUrl, AUTH_ISSUER: issuer.url, ...settings }, app);
    const headers = bearer(await issuer.sign(claims, { typ: 'JWT' }));
    const { body } = await answerOf(await other.call('/api/trpc/session.me', { headers }));
    expect(body).toMatchObject({ result: { data: expected } });
    await other.close();
  },
);

/** Every one gets 401; the log has the reason. */
const refused: Record<string, [token: () => Promise<string>, reason: RegExp]> = {
  'alg none': [
    async () => new UnsecuredJWT({ ...good, iss: issuer.url, sub: 'eve' }).setExpirationTime('5m').encode(),
    /alg/i,
  ],
  'HS256 with the public key': [hs256, /alg/i],
  'a key of somebody else': [
    async () => issuer.sign({ ...good, sub: 'eve' }, { key: await makeKey('RS256', 'key-1') }),
    /signature/,
  ],
  'a key that nobody knows': [() => issuer.sign({ ...good, sub: 'eve' }, { kid: 'unknown' }), /no applicable key/],
  'a type of another kind': [() => issuer.sign({ ...good, sub: 'eve' }, { typ: 'logout+jwt' }), /another type/],
  'our own access token’s type': [
    () => issuer.sign({ ...good, sub: 'eve' }, { typ: 'billing-access+jwt' }),
    /another type/,
  ],
  'another issuer': [() => issuer.sign({ ...good, sub: 'eve', iss: 'https://evil.example.com' }), /"iss"/],
  'another audience': [() => issuer.sign({ ...good, sub: 'eve', aud: 'shop' }), /"aud"/],
  'no audience': [() => issuer.sign({ sub: 'eve' }), /"aud"/],
  expired: [() => issuer.sign({ ...good, sub: 'eve' }, { expiresIn: -90 }), /"exp"/],
  'no expiry': [noExpiry, /"exp"/],
  'not yet valid': [() => issuer.sign({ ...good, sub: 'eve', nbf: Math.floor(Date.now() / 1000) + 120 }), /"nbf"/],
  'no user': [() => issuer.sign(good), /"sub" claim is no user id/],
  'a user that is a number': [() => issuer.sign({ ...good, sub: 7 as unknown as string }), /"sub"/],
  'a user that is too long': [() => issuer.sign({ ...good, sub: 'x'.repeat(201) }), /"sub"/],
  'a user with a blank': [() => issuer.sign({ ...good, sub: 'eve adams' }), /"sub"/],
  'an organisation': [() => issuer.sign({ ...good, sub: 'org:acme' }), /organisation/],
  'no token': [async () => 'abc', /Invalid Compact JWS/],
  'five parts': [async () => 'a.b.c.d.e', /./],
};

async function hs256(): Promise<string> {
  const secret = new TextEncoder().encode(JSON.stringify(issuer.shown[0]));
  return new SignJWT({ ...good, iss: issuer.url, sub: 'eve' })
    .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
    .setExpirationTime('5m')
    .sign(secret);
}

async function noExpiry(): Promise<string> {
  const key = await issuer.addKey('ES256');
  const { privateKey, kid } = key;
  return new SignJWT({ ...good, iss: issuer.url, sub: 'eve' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey);
}

test.each(Object.entries(refused))('refused: %s', async (name, [token, reason]) => {
  // The key of this one is new, and an unknown key is looked up once a minute.
  const service = name === 'no expiry' ? await withNewKeys(token) : app;
  const shown = await token();
  const before = service.logged.length;
  for (const path of ['/api/payments/subscription', '/api/trpc/subscription.current']) {
    const { status, body } = await answerOf(await service.call(path, { headers: bearer(shown) }));
    expect(status).toBe(401);
    expect(JSON.stringify(body)).toContain('Unauthorized');
  }
  const told = service.logged.slice(before).filter((line) => line.includes('A token was refused'));
  expect(told.map((line) => JSON.parse(line).reason)).toEqual([
    expect.stringMatching(reason),
    expect.stringMatching(reason),
  ]);
  expect(told.join()).not.toContain(shown);
  if (service !== app) await service.close();
});

async function withNewKeys(token: () => Promise<string>): Promise<TestApp> {
  await token();
  return startTestApp({ AUTH_JWKS_URL: issuer.jwksUrl, AUTH_AUDIENCE: 'billing' }, app);
}

test('accepts a clock difference of one minute', async () => {
  expect((await subscription(bearer(await issuer.sign({ ...good, sub: 'ada' }, { expiresIn: -30 })))).status).toBe(200);
});

test.each([
  [
    { aud: 'billing', sub: 'ada' },
    { email: '', emailVerified: false },
  ],
  [{ ...good, email_verified: undefined }, { emailVerified: false }],
  [{ ...good, email_verified: 'true' }, { emailVerified: true }],
  [{ ...good, email_verified: 1 }, { emailVerified: false }],
  [
    { ...good, email: 'no address' },
    { email: '', emailVerified: false },
  ],
  [
    { ...good, email: ['ada@example.com'] },
    { email: '', emailVerified: false },
  ],
  [
    { ...good, email: `${'a'.repeat(250)}@example.com` },
    { email: '', emailVerified: false },
  ],
  [{ ...good, email: 'ops@example.com' }, { operator: false }],
  [{ ...good, realm_access: { roles: ['billing-operator'] } }, { operator: true }],
  [{ ...good, realm_access: { roles: 'billing-operators' } }, { operator: false }],
])('%j says %j', async (claims, expected) => {
  expect(await me(await issuer.sign({ sub: 'ada', ...claims }))).toMatchObject(expected);
});

describe('next to a cookie', () => {
  const cookieOf = async (sub: string) => `other=1; __session=${await issuer.sign({ ...good, sub })}`;

  test("the cookie identifies a page's user", async () => {
    expect((await subscription({ cookie: await cookieOf('ada') })).status).toBe(200);
    expect((await subscription({ cookie: '__session=abc' })).status).toBe(401);
    expect((await subscription({ cookie: '__session=' })).status).toBe(401);
  });

  test.each(['Bearer abc', 'Bearer', 'Basic eDp5', 'bearer ', ''])(
    'Authorization "%s" is decided without the cookie',
    async (authorization) => {
      expect((await subscription({ authorization, cookie: await cookieOf('ada') })).status).toBe(401);
    },
  );

  test('a foreign page cannot change anything with it', async () => {
    const cookie = await cookieOf('ada');
    const asked = (origin: string, path = 'portal') =>
      app.call(`/api/payments/${path}`, post({ plan: 'pro' }, cookie, { origin }));
    expect(await answerOf(await asked('https://evil.example.com', 'checkout'))).toEqual({
      status: 403,
      body: { error: 'Forbidden' },
    });
    expect(await answerOf(await asked(app.url))).toEqual({ status: 404, body: { error: 'No customer found' } });
  });

  test('an x-user-id header is refused', async () => {
    const cookie = await cookieOf('ada');
    const named = { status: 400, body: { error: 'Invalid request headers' } };
    expect(await answerOf(await subscription({ cookie, 'x-user-id': 'eve' }))).toEqual(named);
    expect(await answerOf(await subscription({ cookie, 'x-user-email': 'eve@example.com' }))).toEqual(named);
    expect((await subscription({ 'x-user-id': 'eve' })).status).toBe(401);
  });
});

test('our own accounts are off, and pages get the sign-in address', async () => {
  const account = { name: 'Eve', email: 'eve@example.com', password: 'correct horse battery' };
  for (const path of ['sign-up/email', 'sign-in/email', 'sign-out'])
    expect(await answerOf(await app.call(`/api/auth/${path}`, post(account)))).toEqual({
      status: 404,
      body: { error: 'Not found' },
    });
  expect(await app.deps.billing.database.prisma.user.count()).toBe(0);
  const { body } = await answerOf(await app.call('/api/trpc/session.login'));
  expect(body).toEqual({ result: { data: { own: false, signInUrl: 'https://app.example.com/sign-in', social: [] } } });
});

test('a stream ends with its token', async () => {
  const token = await issuer.sign({ ...good, sub: 'watcher' }, { expiresIn: 2 });
  const stream = await openStream((path, init) => app.call(path, { ...init, headers: bearer(token) }), '');
  expect(stream.status).toBe(200);
  await stream.ended;
  expect(stream.told()).toBeGreaterThan(0);
  expect(stream.text()).toContain('UNAUTHORIZED');
});

test('unavailable keys of the login cause a 500, not a 401', async () => {
  mayComplain(/AUTH_JWKS_URL could not be read|keys of the login are not available|request completed/);
  const away = await startIssuer();
  away.answer = 'error';
  const other = await startTestApp({ AUTH_JWKS_URL: away.jwksUrl }, app);
  const headers = bearer(await away.sign({ sub: 'ada' }));
  const { status, body } = await answerOf(await other.call('/api/payments/subscription', { headers }));
  expect({ status, body }).toEqual({ status: 500, body: { error: 'Internal Server Error' } });
  await other.close();
  await away.close();
});
