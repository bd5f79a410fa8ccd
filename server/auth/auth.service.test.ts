import { hashPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { withRealPasswords } from '../testing/app/quickPasswords.ts';
import { cookieOf, post } from '../testing/calls/requests.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Accounts: (Failed to create user|Invalid password|Password is too short|User not found)/);

const PASSWORD = 'correct horse battery';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const signIn = (email: string, password = PASSWORD, cookie?: string) =>
  app.call('/api/auth/sign-in/email', post({ email, password }, cookie));

const statusWith = async (cookie: string) =>
  (await app.call('/api/payments/subscription', { headers: { cookie } })).status;

test('signing up starts a session', async () => {
  const { cookie } = await app.signUp();
  expect(await statusWith(cookie)).toBe(200);
});

test('the session cookie is out of reach of scripts and of other sites', async () => {
  const response = await app.call(
    '/api/auth/sign-up/email',
    post({ name: 'Ada', email: 'cookie@example.com', password: PASSWORD }),
  );
  const [line] = response.headers.getSetCookie().filter((cookie) => cookie.includes('session_token'));
  expect(line).toMatch(/^billing\.session_token=/);
  expect(line).toMatch(/; HttpOnly/i);
  expect(line).toMatch(/; SameSite=Lax/i);
  expect(line).toMatch(/; Path=\//i);
});

test('signing in renews the session id, even if the request has a cookie', async () => {
  const { email, cookie } = await app.signUp();
  const renewed = cookieOf(await signIn(email, PASSWORD, cookie));
  expect(renewed).toMatch(/^billing\.session_token=/);
  expect(renewed).not.toBe(cookie);
  expect(await statusWith(renewed)).toBe(200);
});

test('a session id planted before the sign-in is worthless after it', async () => {
  const { email } = await app.signUp();
  const planted = 'billing.session_token=planted-by-someone.c2lnbmF0dXJl';
  const fresh = cookieOf(await signIn(email, PASSWORD, planted));
  expect(fresh).not.toContain('planted');
  expect(await statusWith(planted)).toBe(401);
});

test('a program without an origin header can sign out', async () => {
  const { cookie } = await app.signUp();
  const response = await app.call('/api/auth/sign-out', { method: 'POST', headers: { cookie } });
  expect(response.status).toBe(200);
  expect(await statusWith(cookie)).toBe(401);
});

test('signing out with a JSON body from our own page ends the session', async () => {
  const { cookie } = await app.signUp();
  const response = await app.call('/api/auth/sign-out', post({}, cookie, { origin: app.url }));
  expect(response.status).toBe(200);
  expect(await statusWith(cookie)).toBe(401);
});

test('signing out ends one session, not those of other devices', async () => {
  const { email, cookie } = await app.signUp();
  const other = cookieOf(await signIn(email));
  await app.call('/api/auth/sign-out', { method: 'POST', headers: { cookie } });
  expect([await statusWith(cookie), await statusWith(other)]).toEqual([401, 200]);
});

test.each([
  ['no cookie', undefined],
  ['an empty cookie', ''],
  ['a foreign cookie', 'session=1'],
  ['an unsigned token', 'billing.session_token=abc'],
  ['a wrongly signed token', 'billing.session_token=abc.ZGVm'],
  ['a broken escape', 'billing.session_token=%E0%A4%A'],
])('%s is not a session', async (_name, cookie) => {
  expect(await statusWith(cookie ?? '')).toBe(401);
});

test('a token signed with another secret is not a session', async () => {
  const { cookie } = await app.signUp();
  const [name, value = ''] = cookie.split('=');
  const token = decodeURIComponent(value).split('.')[0];
  expect(await statusWith(`${name}=${token}.${Buffer.alloc(32).toString('base64')}`)).toBe(401);
});

test('an expired session is not a session', async () => {
  const { id, cookie } = await app.signUp();
  const { prisma } = app.deps.billing.database;
  await prisma.session.updateMany({ where: { userId: id }, data: { expiresAt: new Date(Date.now() - 1_000) } });
  expect(await statusWith(cookie)).toBe(401);
});

test('a session that is extended during a request returns its new cookie', async () => {
  const { id, cookie } = await app.signUp();
  const { prisma } = app.deps.billing.database;
  const soon = new Date(Date.now() + 5 * 86_400_000);
  await prisma.session.updateMany({ where: { userId: id }, data: { expiresAt: soon } });
  for (const path of ['/api/payments/subscription', '/api/trpc/subscription.current']) {
    await prisma.session.updateMany({ where: { userId: id }, data: { expiresAt: soon } });
    const response = await app.call(path, { headers: { cookie } });
    expect(response.status).toBe(200);
    expect(cookieOf(response)).toMatch(/^billing\.session_token=/);
  }
});

test.each([
  ['a wrong password', 'wrong password', 401],
  ['an empty password', '', 401],
  ['a password as a number', 12345678, 400],
  ['an enormous password', 'x'.repeat(5_000), 400],
])('%s starts no session and reveals nothing about accounts', async (_name, password, status) => {
  const { email } = await app.signUp();
  const known = await app.call('/api/auth/sign-in/email', post({ email, password }));
  const unknown = await app.call('/api/auth/sign-in/email', post({ email: 'nobody@example.com', password }));
  expect([known.status, unknown.status]).toEqual([status, status]);
  expect(known.headers.getSetCookie()).toEqual([]);
  const body = await known.json();
  expect(body).toEqual(await unknown.json());
  expect(body).toHaveProperty('error', expect.any(String));
});

test('a second account with the same email address, in any spelling, is refused and signs nobody in', async () => {
  const { email } = await app.signUp();
  for (const same of [email, email.toUpperCase()]) {
    const response = await app.call('/api/auth/sign-up/email', post({ name: 'Eve', email: same, password: PASSWORD }));
    expect(response.status).toBe(422);
    expect(await response.json()).toHaveProperty('error', expect.any(String));
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test.each([
  ['not JSON', '{oops', 'application/json'],
  ['nothing', '', 'application/json'],
  ['an array', '[]', 'application/json'],
  ['null', 'null', 'application/json'],
  ['a short password', JSON.stringify({ name: 'A', email: 'short@example.com', password: 'x' }), 'application/json'],
  ['no address', JSON.stringify({ name: 'A', email: 'nobody', password: PASSWORD }), 'application/json'],
  ['a form', `name=A&email=form@example.com&password=${PASSWORD}`, 'application/x-www-form-urlencoded'],
  ['text', JSON.stringify({ name: 'A', email: 'text@example.com', password: PASSWORD }), 'text/plain'],
  ['a NUL', JSON.stringify({ name: 'A\0', email: 'nul@example.com', password: PASSWORD }), 'application/json'],
])('a sign-up with %s causes no crash and creates no account', async (_name, body, type) => {
  const response = await app.call('/api/auth/sign-up/email', post(body, undefined, { 'content-type': type }));
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(await response.json()).toHaveProperty('error', expect.any(String));
});

test('a huge sign-up is refused before its body is read', async () => {
  const response = await app.call('/api/auth/sign-up/email', post({ name: 'x'.repeat(200_000) }));
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 413,
    body: { error: 'Payload too large' },
  });
});

test('passwords are stored as hashes, and neither they nor tokens are logged', async () => {
  const { id, cookie } = await withRealPasswords(app.deps.auth, () => app.signUpByForm());
  const [account] = await app.deps.billing.database.prisma.account.findMany({ where: { userId: id } });
  expect(account?.password).toMatch(/^scrypt:131072:8:1:[0-9a-f]{32}:[0-9a-f]{128}$/);
  const log = app.logged.join('\n');
  expect(log).not.toContain(PASSWORD);
  expect(log).not.toContain(cookie.split('=')[1]);
});

test('a sign-in renews a hash that is weaker than ours', async () => {
  const { id, email } = await app.signUp();
  const { account } = app.deps.billing.database.prisma;
  await account.updateMany({ where: { userId: id }, data: { password: await hashPassword(PASSWORD) } });
  const signIn = (password: string) => app.call('/api/auth/sign-in/email', post({ email, password }));
  const hashOf = async () => (await account.findFirst({ where: { userId: id } }))?.password;
  expect((await signIn('wrong password')).status).toBe(401);
  expect(await hashOf()).not.toMatch(/^scrypt:/);
  expect((await signIn(PASSWORD)).status).toBe(200);
  expect(await hashOf()).toMatch(/^scrypt:/);
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test('use extends a session, but never beyond its longest life', async () => {
  const { id, cookie } = await app.signUp();
  const { session } = app.deps.billing.database.prisma;
  const statusAfter = async (days: number) => {
    const createdAt = new Date(Date.now() - days * 86_400_000);
    const expiresAt = new Date(Date.now() + 3_600_000);
    await session.updateMany({ where: { userId: id }, data: { createdAt, expiresAt } });
    const { status } = await app.call('/api/payments/subscription', { headers: { cookie } });
    const [row] = await session.findMany({ where: { userId: id } });
    return { status, daysLeft: row && Math.round((row.expiresAt.getTime() - Date.now()) / 86_400_000) };
  };
  expect(await statusAfter(10)).toEqual({ status: 200, daysLeft: 7 });
  expect(await statusAfter(27)).toEqual({ status: 200, daysLeft: 3 });
  expect((await statusAfter(31)).status).toBe(401);
});

test('a user is an operator by a verified address, whatever its case', async () => {
  const { isOperator } = await import('./operators.ts');
  const verified = (email: string) => ({ email, emailVerified: true });
  expect(isOperator(verified('Ada@Example.com'), ['ada@example.com'])).toBe(true);
  expect(isOperator({ email: 'ada@example.com', emailVerified: false }, ['ada@example.com'])).toBe(false);
  expect(isOperator(verified('ada@example.com.evil'), ['ada@example.com'])).toBe(false);
  expect(isOperator(verified(''), [])).toBe(false);
});
