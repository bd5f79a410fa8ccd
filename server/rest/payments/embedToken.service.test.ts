import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import type { Person } from '../../testing/app/people.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { type Company, startCompany } from '../../testing/company/company.ts';
import { alphaEvent, alphaSubscription } from '../../testing/events/alphaObjects.ts';

/** Tokens with which an embedding page acts for one user, for ten minutes. */
let app: TestApp;
let company: Company;
let ada: Person;

const SERVICE_KEYS = ['web:read+write', 'shop:write+verify'].map((entry) => `${entry}:${hashOfKey(entry)}`).join();
const named = (id: string, key = 'web:read+write', more = {}) => ({
  authorization: `Bearer ${key}`,
  'x-user-id': id,
  ...more,
});

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({ ALPHA_API_URL: company.url, SERVICE_KEYS });
  ada = await app.signUp();
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_ada', ada.id)));
});
afterAll(async () => {
  await app.close();
  await company.close();
});

async function grant(headers = named(ada.id)) {
  const response = await app.call('/api/payments/embed-token', post({}, undefined, headers));
  expect(response.status).toBe(200);
  return (await response.json()) as { token: string; expiresAt: string };
}
const by = (token: string) => ({ authorization: `Bearer ${token}` });
const statusOf = async (token: string, path = 'subscription') =>
  (await app.call(`/api/payments/${path}`, { headers: by(token) })).status;

test('it reads for its user, buys and opens the portal, and does nothing else', async () => {
  const { token, expiresAt } = await grant();
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(590_000);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);
  const headers = by(token);
  const { body } = await answerOf(await app.call('/api/payments/subscription', { headers }));
  expect(body).toMatchObject({ subscription: { userId: ada.id, providerSubscriptionId: 'sub_ada' } });
  for (const path of ['access', 'subscriptions', 'history']) expect(await statusOf(token, path)).toBe(200);
  expect((await app.call('/api/payments/portal', post({}, undefined, headers))).status).toBe(200);
  const closed = ['change', 'embed-token'].map((path) => `/api/payments/${path}`);
  const body409 = { kind: 'cancel_at_period_end' };
  for (const path of [...closed, '/api/trpc/subscription.refresh', '/api/trpc/account.erase'])
    expect((await app.call(path, post(body409, undefined, headers))).status, path).toBe(403);
  expect((await app.call('/api/trpc/account.export', { headers })).status).toBe(403);
  expect((await app.call('/api/payments/changes', { headers })).status).toBe(403);
});

test('it cannot name another user, and it opens no session', async () => {
  const { token } = await grant();
  const headers = { ...by(token), 'x-user-id': 'somebody' };
  expect((await app.call('/api/payments/subscription', { headers })).status).toBe(400);
  const session = await app.call('/api/auth/get-session', { headers: by(token) });
  expect(await session.json()).toBeNull();
});

test("an altered token, another kind of token and another service's token are refused", async () => {
  const { token } = await grant();
  const [header = '', claims = '', signature = ''] = token.split('.');
  const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const other = coded({ ...decoded, sub: 'somebody' });
  const unsigned = coded({ alg: 'none', typ: 'billing-embed+jwt' });
  const { token: accessToken } = (await (await app.call('/api/payments/access', { headers: by(token) })).json()) as {
    token: string;
  };
  const forged = [
    `${header}.${other}.${signature}`,
    `${unsigned}.${claims}.`,
    `${header}.${claims}.`,
    `${header}.${claims}`,
    accessToken,
  ];
  for (const shown of forged) expect(await statusOf(shown), shown).toBe(401);
  const elsewhere = await startTestApp({ SERVICE_KEYS });
  expect((await elsewhere.call('/api/payments/subscription', { headers: by(token) })).status).toBe(401);
  await elsewhere.close();
});

test("an immediate key rotation ends it, and so does the deletion of its user's account", async () => {
  const person = await app.signUp();
  const { token } = await grant(named(person.id));
  expect(await statusOf(token)).toBe(200);
  const deleted = await app.call('/api/auth/delete-user', post({ password: PASSWORD }, person.cookie));
  expect(deleted.status).toBe(200);
  expect(await statusOf(token)).toBe(401);
  const { token: of } = await grant();
  await app.deps.billing.signingKeys.rotate({ now: true });
  expect(await statusOf(of)).toBe(401);
  expect(await statusOf((await grant()).token)).toBe(200);
});

test('it carries the address given by the service, verified if the key may say so', async () => {
  const person = await app.signUp(undefined, false);
  const userOf = async (headers: Record<string, string>) => {
    const { token } = await grant(headers as ReturnType<typeof named>);
    const response = await app.call('/api/trpc/session.me', { headers: by(token) });
    return ((await response.json()) as { result: { data: object } }).result.data;
  };
  const told = { 'x-user-email': 'told@example.com' };
  const email = 'told@example.com';
  expect(await userOf(named(person.id, 'web:read+write', told))).toMatchObject({ email, emailVerified: false });
  expect(await userOf(named(person.id, 'shop:write+verify', told))).toMatchObject({ email, emailVerified: true });
  expect(await userOf(named(person.id))).toMatchObject({ email: person.email, emailVerified: false, operator: false });
});

test('an address that the service did not name is the account’s of the moment', async () => {
  const person = await app.signUp(undefined, false);
  const { token } = await grant(named(person.id));
  const me = async () =>
    ((await (await app.call('/api/trpc/session.me', { headers: by(token) })).json()) as { result: { data: object } })
      .result.data;
  expect(await me()).toMatchObject({ email: person.email, emailVerified: false });
  const data = { email: `new-${person.email}`, emailVerified: true };
  await app.deps.billing.database.prisma.user.update({ where: { id: person.id }, data });
  expect(await me()).toMatchObject(data);
});

test('only services can create one, and only for users they can name', async () => {
  const ask = async (init: RequestInit) => answerOf(await app.call('/api/payments/embed-token', init));
  expect(await ask(post({}))).toEqual({ status: 401, body: { error: 'Unauthorized' } });
  expect(await ask(post({}, ada.cookie))).toEqual({ status: 403, body: { error: 'Forbidden' } });
  expect(await ask(post({}, undefined, named('nobody')))).toEqual({ status: 404, body: { error: 'Unknown user' } });
  expect(await ask(post({}, undefined, by('web:read+write')))).toMatchObject({ status: 400 });
});
