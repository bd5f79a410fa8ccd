import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { type Company, startCompany } from '../../testing/company/company.ts';
import { alphaEvent, alphaSubscription } from '../../testing/events/alphaObjects.ts';
import { type Issuer, startIssuer } from '../../testing/logins/issuer.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { hashOfKey } from './serviceKeys.ts';

const newKey = () => `sk_${randomBytes(32).toString('base64url')}`;
const keys = { web: newKey(), former: newKey(), reader: newKey(), feed: newKey(), sure: newKey() };
const scopesOf = {
  web: 'read+write',
  former: 'read+write',
  reader: 'read',
  feed: 'changes',
  sure: 'read+write+verify',
};
const entry = (name: string, of: keyof typeof keys) => `${name}:${scopesOf[of]}:${hashOfKey(keys[of])}`;
const SERVICE_KEYS = [
  ...[entry('web', 'web'), entry('web', 'former'), entry('reader', 'reader')],
  ...[entry('feed', 'feed'), entry('sure', 'sure')],
].join(', ');

let company: Company;
let issuer: Issuer;
/** With our own accounts. */
let app: TestApp;
/** With a foreign login, on the same database. */
let foreign: TestApp;
let ada: Awaited<ReturnType<TestApp['signUp']>>;

beforeAll(async () => {
  [company, issuer] = [await startCompany(), await startIssuer()];
  app = await startTestApp({
    ALPHA_API_URL: company.url,
    SERVICE_KEYS,
    OPERATOR_EMAILS: 'ada@example.com',
    KEY_LIMIT: '8',
  });
  foreign = await startTestApp({ ALPHA_API_URL: company.url, SERVICE_KEYS, AUTH_JWKS_URL: issuer.jwksUrl }, app);
  ada = await app.signUp('ada@example.com');
  await app.deps.billing.database.prisma.user.update({ where: { id: ada.id }, data: { emailVerified: true } });
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_1', ada.id)));
});
afterAll(async () => {
  await foreign.close();
  await app.close();
  await issuer.close();
  await company.close();
});

const by = (key: string, more: Record<string, string> = {}) => ({ authorization: `Bearer ${key}`, ...more });
const forAda = (key = keys.web) => by(key, { 'x-user-id': ada.id });
const subscription = async (headers: Record<string, string>, at = app) =>
  answerOf(await at.call('/api/payments/subscription', { headers }));
const checkout = async (headers: Record<string, string>, body: unknown = { plan: 'pro' }, at = app) =>
  answerOf(await at.call('/api/payments/checkout', post(body, undefined, headers)));
const error = (status: number, text: string) => ({ status, body: { error: text } });
const BAD_HEADERS = error(400, 'Invalid request headers');

test('a key reads for a user what the user would read', async () => {
  const own = await subscription({ cookie: ada.cookie });
  expect(own.body).toMatchObject({ subscription: { providerSubscriptionId: 'sub_1' } });
  expect(await subscription(forAda())).toEqual(own);
  expect(await subscription(forAda(keys.former))).toEqual(own);
  const typed = await answerOf(await app.call('/api/trpc/subscription.current', { headers: forAda() }));
  expect(typed.body).toMatchObject({ result: { data: own.body } });
});

test('the provider never gets the placeholder address of an account that lost its address', async () => {
  mayComplain(/x-user-email is missing/, /request completed/);
  const bob = await app.signUp();
  const data = { email: 'lost@unproven.invalid', wantedEmail: null };
  await app.deps.billing.database.prisma.user.update({ where: { id: bob.id }, data });
  const begun = company.requests.length;
  const named = { 'x-user-id': bob.id };
  expect(await checkout(by(keys.web, named))).toEqual(error(500, 'Failed to create checkout session'));
  expect((await checkout(by(keys.web, { ...named, 'x-user-email': 'bob@example.com' }))).status).toBe(200);
  expect(JSON.stringify(company.requests.slice(begun))).not.toContain('unproven.invalid');
});

test.each([
  ['a key that nobody has', () => by(newKey(), { 'x-user-id': ada.id })],
  ['the hash of a key', () => by(hashOfKey(keys.web), { 'x-user-id': ada.id })],
  ['a key with a letter less', () => by(keys.web.slice(0, -1), { 'x-user-id': ada.id })],
  ['a key as Basic', () => ({ authorization: `Basic ${keys.web}`, 'x-user-id': ada.id })],
  ['a key in the cookie', () => ({ cookie: `billing.session_token=${keys.web}`, 'x-user-id': ada.id })],
  ['no key', () => ({ 'x-user-id': ada.id })],
  ['a wrong key beside a good cookie', () => ({ ...by(newKey()), cookie: ada.cookie })],
])('401: %s', async (_name, headers) => {
  for (const at of [app, foreign]) expect(await subscription(headers(), at)).toEqual(error(401, 'Unauthorized'));
});

test.each([
  [{}],
  [{ 'x-user-id': '' }],
  [{ 'x-user-id': 'x'.repeat(201) }],
  [{ 'x-user-id': 'ada lovelace' }],
  [{ 'x-user-id': 'ada/../eve' }],
  [{ 'x-user-id': 'ada,eve' }],
  [{ 'x-user-id': 'adä' }],
  [{ 'x-user-id': 'ada', 'x-user-email': '' }],
  [{ 'x-user-id': 'ada', 'x-user-email': 'no address' }],
  [{ 'x-user-id': 'ada', 'x-user-email': 'a@example.com, b@example.com' }],
  [{ 'x-user-id': 'ada', 'x-user-email': 'Ada <ada@example.com>' }],
  [{ 'x-user-id': 'ada', 'x-user-email': `${'a'.repeat(250)}@example.com` }],
])('400: a good key with %j', async (headers) => {
  for (const at of [app, foreign]) {
    expect(await subscription(by(keys.web, headers as Record<string, string>), at)).toEqual(BAD_HEADERS);
    expect(await checkout(by(keys.web, headers as Record<string, string>), { plan: 'pro' }, at)).toEqual(BAD_HEADERS);
  }
});

test.each(['x-user-id', 'x-user-email'])("400: %s next to a user's session", async (name) => {
  expect(await subscription({ cookie: ada.cookie, [name]: 'eve@example.com' })).toEqual(BAD_HEADERS);
  const token = await issuer.sign({ sub: 'ada' });
  expect(await subscription({ ...by(token), [name]: 'eve@example.com' }, foreign)).toEqual(BAD_HEADERS);
});

describe('an id without an account here', () => {
  const nobody = by(keys.web, { 'x-user-id': 'nobody' });

  test("gets 404, after the specification's own checks", async () => {
    expect(await subscription(nobody)).toEqual(error(404, 'Unknown user'));
    expect(await checkout(nobody)).toEqual(error(404, 'Unknown user'));
    expect(await checkout(nobody, { plan: 'free' })).toEqual(error(400, 'Invalid request body'));
    const portal = await answerOf(await app.call('/api/payments/portal', post({}, undefined, nobody)));
    expect(portal).toEqual(error(404, 'No customer found'));
  });

  test('is accepted with a foreign login, and no account is created', async () => {
    expect(await subscription(nobody, foreign)).toEqual({ status: 200, body: { subscription: null } });
    expect(await app.deps.billing.database.prisma.user.count({ where: { id: 'nobody' } })).toBe(0);
  });

  test('includes an id whose account was deleted', async () => {
    const eve = await app.signUp();
    await app.deps.billing.database.prisma.user.delete({ where: { id: eve.id } });
    expect(await subscription(by(keys.web, { 'x-user-id': eve.id }))).toEqual(error(404, 'Unknown user'));
  });
});

test("403: the key lacks the scope, after the specification's own checks", async () => {
  expect((await subscription(forAda(keys.reader))).status).toBe(200);
  expect(await checkout(forAda(keys.reader))).toEqual(error(403, 'Forbidden'));
  expect(await checkout(forAda(keys.reader), { plan: 'free' })).toEqual(error(400, 'Invalid request body'));
  expect(await subscription(forAda(keys.feed))).toEqual(error(403, 'Forbidden'));
});

test('a key is not an operator and can neither export nor erase', async () => {
  expect(await answerOf(await app.call('/api/trpc/session.me', { headers: forAda() }))).toMatchObject({
    body: { result: { data: { id: ada.id, operator: false } } },
  });
  for (const path of ['operator.drift', 'operator.keys', 'account.export'])
    expect((await app.call(`/api/trpc/${path}`, { headers: forAda() })).status).toBe(403);
  const named = by(keys.web, { 'x-user-id': 'somebody' });
  expect((await foreign.call('/api/trpc/account.erase', post('', undefined, named))).status).toBe(403);
  expect((await app.call('/api/auth/delete-user', post({ password: 'x' }, undefined, forAda()))).status).toBe(403);
});

describe('the address of a checkout', () => {
  const customers = () => company.customers().map(({ form }) => form.email);
  const named = (id: string, email?: string) => ({ 'x-user-id': id, ...(email ? { 'x-user-email': email } : {}) });

  test('comes from the service and does not change any account', async () => {
    expect((await checkout(by(keys.web, named('clerk_1', 'c1@example.com')), { plan: 'pro' }, foreign)).status).toBe(
      200,
    );
    expect(customers()).toContain('c1@example.com');
    expect(await app.deps.billing.database.prisma.user.count({ where: { email: 'c1@example.com' } })).toBe(0);
  });

  test("missing: the specification's 500, and the log names it", async () => {
    mayComplain(/x-user-email is missing/, /request completed/);
    const answer = await checkout(by(keys.web, named('clerk_2')), { plan: 'pro' }, foreign);
    expect(answer).toEqual(error(500, 'Failed to create checkout session'));
    expect(foreign.logged.join()).toContain('x-user-email is missing');
  });

  test('is verified only if the key may verify addresses', async () => {
    const me = async (key: string, email?: string) =>
      (await answerOf(await app.call('/api/trpc/session.me', { headers: by(key, named(ada.id, email)) }))).body;
    const data = (email: string, emailVerified: boolean) => ({ result: { data: { email, emailVerified } } });
    expect(await me(keys.web)).toMatchObject(data('ada@example.com', true));
    expect(await me(keys.web, 'other@example.com')).toMatchObject(data('other@example.com', false));
    expect(await me(keys.sure, 'other@example.com')).toMatchObject(data('other@example.com', true));
    expect((await me(keys.sure)) as object).toMatchObject(data('ada@example.com', true));
  });
});

test('writes of a key are logged with its name, and operators see its last use', async () => {
  const lines = foreign.logged.filter((line) => line.includes('A service key acts for a user'));
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ key: 'web', userId: 'clerk_1', call: 'checkout' });
  expect([...app.logged, ...foreign.logged].join()).not.toContain(keys.web);
  const list = async () => {
    const { body } = await answerOf(await app.call('/api/trpc/operator.keys', { headers: { cookie: ada.cookie } }));
    return (body as { result: { data: { name: string; id: string; lastUsedAt: string | null }[] } }).result.data;
  };
  await expect.poll(async () => (await list()).filter(({ lastUsedAt }) => lastUsedAt)).toHaveLength(5);
  const [web, former] = await list();
  expect([web?.name, former?.name]).toEqual(['web', 'web']);
  expect([web?.id, former?.id]).toEqual([keys.web, keys.former].map((key) => hashOfKey(key).slice(0, 12)));
});

test('a key has its own limit across all users', async () => {
  const asked = Array.from({ length: 12 }, (_, n) => {
    const headers = by(keys.sure, { 'x-user-id': ada.id, 'x-user-email': `n${n}@example.com` });
    return checkout(headers).then(({ status }) => status);
  });
  const statuses = await Promise.all(asked);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
  expect((await subscription(forAda(keys.sure))).status).toBe(200);
});
