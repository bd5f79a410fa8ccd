import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { post } from '../testing/calls/requests.ts';
import { alphaEvent, alphaSubscription } from '../testing/events/alphaObjects.ts';

const PASSWORD = 'correct horse battery';

let app: TestApp;
/** A second process on the same database; it cannot have the first one's cache. */
let peer: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  peer = await startTestApp({ BASE_URL: app.url }, app);
});
afterAll(async () => {
  await peer.close();
  await app.close();
});

const paths = ['/api/payments/subscription', '/api/trpc/subscription.current', '/api/trpc/payments.list'];

/** A read on each API of each process: all of them agree. */
async function statusWith(headers: Record<string, string>): Promise<number> {
  const answers = [app, peer].flatMap((at) => paths.map(async (path) => (await at.call(path, { headers })).status));
  const statuses = [...new Set(await Promise.all(answers))];
  expect(statuses).toHaveLength(1);
  return statuses[0] as number;
}

async function signIn(email: string, password = PASSWORD) {
  const response = await app.call('/api/auth/sign-in/email', post({ email, password }));
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  const authorization = `Bearer ${response.headers.get('set-auth-token')}`;
  return { cookie: cookies.join('; '), authorization };
}

async function change(path: string, body: object, cookie: string) {
  const response = await app.call(`/api/auth/${path}`, post(body, cookie));
  expect(response.status).toBe(200);
  return response;
}

describe('a session ends at once, everywhere, by', () => {
  test('signing out', async () => {
    const { email } = await app.signUp();
    const { cookie, authorization } = await signIn(email);
    expect(await statusWith({ cookie })).toBe(200);
    await change('sign-out', {}, cookie);
    expect([await statusWith({ cookie }), await statusWith({ authorization })]).toEqual([401, 401]);
  });

  test('revoking the other sessions', async () => {
    const { email, cookie } = await app.signUp();
    const other = await signIn(email);
    await change('revoke-other-sessions', {}, cookie);
    expect([await statusWith({ cookie }), await statusWith({ cookie: other.cookie })]).toEqual([200, 401]);
    expect(await statusWith({ authorization: other.authorization })).toBe(401);
  });

  test('a new password, whatever the caller says', async () => {
    const { email, cookie } = await app.signUp();
    const other = await signIn(email);
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    await change('change-password', { ...passwords, revokeOtherSessions: false }, cookie);
    expect([await statusWith({ cookie }), await statusWith({ cookie: other.cookie })]).toEqual([200, 401]);
    expect(await statusWith({ authorization: other.authorization })).toBe(401);
  });

  test('deleting the account', async () => {
    const { cookie } = await app.signUp();
    expect(await statusWith({ cookie })).toBe(200);
    await change('delete-user', { password: PASSWORD }, cookie);
    expect(await statusWith({ cookie })).toBe(401);
  });
});

test('Authorization decides alone, whatever the cookie', async () => {
  const [ada, eve] = [await app.signUp(), await app.signUp()];
  await app.deliver(alphaEvent('customer.subscription.updated', alphaSubscription('sub_ada', ada.id)));
  const { authorization } = await signIn(ada.email);
  const read = async (headers: Record<string, string>) =>
    (await app.call('/api/payments/subscription', { headers })).json();
  const hers = { subscription: expect.objectContaining({ userId: ada.id }) };
  expect(await read({ authorization, cookie: eve.cookie })).toEqual(hers);
  for (const other of ['Basic eDp5', 'Bearer x.y', ''])
    expect(await read({ authorization: other, cookie: ada.cookie })).toEqual({ error: 'Unauthorized' });
  expect(await read({ authorization: authorization.replace('Bearer', 'bearer') })).toEqual(hers);
});

test('the session is found among other cookies, and the first of two counts', async () => {
  const [ada, eve] = [await app.signUp(), await app.signUp()];
  const read = async (cookie: string) =>
    (await (await app.call('/api/trpc/session.me', { headers: { cookie } })).json()) as { result: { data: unknown } };
  const around = `theme=dark; xbilling.session_token=x; ${ada.cookie} ; a=b=c; broken; ${eve.cookie}`;
  expect((await read(around)).result.data).toMatchObject({ id: ada.id });
});

test('behind TLS the session uses its own cookie name, which no other host can set', async () => {
  const secure = await startTestApp({ BASE_URL: 'https://pay.example.com' });
  const { email, cookie } = await secure.signUp();
  const answer = await secure.call('/api/auth/sign-in/email', post({ email, password: PASSWORD }));
  const [session, device] = answer.headers.getSetCookie();
  expect(session).toMatch(
    /^__Host-billing\.session_token=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(device).toMatch(/^__Secure-billing\.device=.*; Secure$/);
  expect(cookie).toMatch(/^__Host-billing\.session_token=/);
  const statusOf = async (text: string) =>
    (await secure.call('/api/payments/subscription', { headers: { cookie: text } })).status;
  const statuses = [await statusOf(cookie), await statusOf(cookie.replace('__Host-', ''))];
  await secure.close();
  expect(statuses).toEqual([200, 401]);
});
