import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import { addCustomer } from '../testing/app/rows.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { type Company, PORTAL_PAGE, startCompany } from '../testing/company/company.ts';

let app: TestApp;
let company: Company;
/** Users without a customer record, with one of alpha, with one of gamma, and with a deleted one. */
let nobody: Person;
/** Never used for a good checkout, which would create a customer. */
let newcomer: Person;
let customer: Person;
let other: Person;
let deleted: Person;

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({ ALPHA_API_URL: company.url });
  const people = await Promise.all(Array.from({ length: 5 }, () => app.signUp()));
  [nobody, newcomer, customer, other, deleted] = people as [Person, Person, Person, Person, Person];
  await addCustomer(app, customer);
  await addCustomer(app, other, { provider: 'gamma' });
  await addCustomer(app, deleted, { deletedAt: new Date() });
});
afterAll(async () => {
  await app.close();
  await company.close();
});

const UNAUTHORIZED = { status: 401, body: { error: 'Unauthorized' } };
const INVALID_BODY = { status: 400, body: { error: 'Invalid request body' } };
const NO_CUSTOMER = { status: 404, body: { error: 'No customer found' } };
const MISMATCH = {
  status: 400,
  body: { error: 'Customer provider (gamma) does not match active provider (alpha)' },
};

const checkout = '/api/payments/checkout';
const portal = '/api/payments/portal';
const ask = async (path: string, init?: RequestInit) => answerOf(await app.call(path, init));

const oddBodies = ['', '{oops', 'plan=pro', '[]', 'null', '1', '"pro"', '{}', '{"plan":"free"}', '{"plan":"pro"}'];

describe('a request without a session gets 401 before its body is read', () => {
  test.each(oddBodies)('%s', async (body) => {
    for (const path of [checkout, portal]) {
      expect(await ask(path, post(body))).toEqual(UNAUTHORIZED);
      expect(await ask(path, post(body, 'billing.session_token=forged.c2ln'))).toEqual(UNAUTHORIZED);
      expect(await ask(path, post(body, undefined, { 'content-type': 'text/plain' }))).toEqual(UNAUTHORIZED);
    }
  });

  test('also with a huge body, and when reading the subscription', async () => {
    expect(await ask(checkout, post('x'.repeat(2_000_000)))).toEqual(UNAUTHORIZED);
    expect(await ask('/api/payments/subscription')).toEqual(UNAUTHORIZED);
  });
});

const wrongValues: unknown[] = [1, 0, -1, 1.5, true, false, null, [], {}, [''], ['/dashboard'], { toString: 'x' }];
const checkoutBodies: unknown[] = [
  ...['', ' ', '{oops', '{"plan":"pro"', "{'plan':'pro'}", '{"plan":"pro"}x', 'plan=pro', 'NaN', '\0', '\uFEFF'],
  ...[null, true, 1, 'pro', [], ['pro'], [{ plan: 'pro' }], {}],
  ...['free', 'PRO', 'pro ', ' pro', '', 'gold', 'pro\0', '__proto__', 'constructor', 'toString'].map((plan) => ({
    plan,
  })),
  ...wrongValues.map((plan) => ({ plan })),
  ...wrongValues.map((successUrl) => ({ plan: 'pro', successUrl })),
  ...wrongValues.map((cancelUrl) => ({ plan: 'pro', cancelUrl })),
  ...[...wrongValues, 'week', 'Month', '', 'once'].map((interval) => ({ plan: 'pro', interval })),
].map((body) => (typeof body === 'string' ? body : JSON.stringify(body)));

describe('a checkout with a wrong body gets 400 and makes no provider call', () => {
  test.each(checkoutBodies)('%s', async (body) => {
    const before = company.requests.length;
    expect(await ask(checkout, post(body, nobody.cookie))).toEqual(INVALID_BODY);
    expect(company.requests).toHaveLength(before);
  });

  test('a body without the JSON content type is not JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect(await ask(checkout, post({ plan: 'pro' }, nobody.cookie, headers))).toEqual(INVALID_BODY);
  });

  test.each(['gzip', 'br', 'nonsense'])('a body whose encoding is not the declared one (%s)', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    expect(await ask(checkout, post({ plan: 'pro' }, nobody.cookie, headers))).toEqual(INVALID_BODY);
  });

  test.each([checkout, portal])('a huge body to %s gets 413', async (path) => {
    const huge = post({ plan: 'x'.repeat(200_000) }, nobody.cookie);
    expect(await ask(path, huge)).toEqual({ status: 413, body: { error: 'Payload too large' } });
  });

  test.each([
    ['JSON in another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['a JSON dialect', { 'content-type': 'application/vnd.api+json' }],
    ['a body that is cut', { 'content-type': 'application/json', 'x-cut': '1' }],
  ])('%s does not get 500', async (_name, headers) => {
    const { status } = await app.call(checkout, post({ plan: 'pro' }, nobody.cookie, headers));
    expect(status).toBeLessThan(500);
  });
});

test.each([
  { plan: 'starter' },
  { plan: 'pro', interval: 'year' },
  { plan: 'enterprise', interval: 'one_time' },
  { plan: 'pro', successUrl: '/dashboard', cancelUrl: '/', interval: 'month' },
  { plan: 'pro', surprise: { deep: [1] }, '__proto__ ': 1 },
])('a checkout with a good body gets 200: %j', async (body) => {
  const person = await app.signUp();
  expect(await ask(checkout, post(body, person.cookie))).toEqual({
    status: 200,
    body: {
      url: expect.stringMatching(/^https:\/\/pay\.example\.com\/pay\/\w+$/),
      sessionId: expect.stringMatching(/^cs_/),
    },
  });
});

const wrongPortalBodies = [
  ...['{oops', ' ', 'returnUrl=/', 'null', 'true', '1', '"/"', '[]', '["/"]'],
  ...wrongValues.map((returnUrl) => JSON.stringify({ returnUrl })),
  JSON.stringify({ returnUrl: 'https://evil.example.com' }),
  JSON.stringify({ returnUrl: '/\0' }),
];
const goodPortalBodies = ['', '{}', '{"returnUrl":"/dashboard"}', '{"surprise":1}'];

describe("a portal request is checked in the specification's order", () => {
  test.each([...wrongPortalBodies, ...goodPortalBodies])(
    'without a customer it gets 404 whatever the body: %s',
    async (body) => {
      expect(await ask(portal, post(body, newcomer.cookie))).toEqual(NO_CUSTOMER);
      expect(await ask(portal, post(body, deleted.cookie))).toEqual(NO_CUSTOMER);
    },
  );

  test.each([...wrongPortalBodies, ...goodPortalBodies])(
    "with another provider's customer it gets 400: %s",
    async (body) => {
      expect(await ask(portal, post(body, other.cookie))).toEqual(MISMATCH);
    },
  );

  test.each(wrongPortalBodies)('with a wrong body it gets 400: %s', async (body) => {
    const before = company.requests.length;
    expect(await ask(portal, post(body, customer.cookie))).toEqual(INVALID_BODY);
    expect(company.requests).toHaveLength(before);
  });

  test.each(goodPortalBodies)('with a good body it gets 200: %s', async (body) => {
    const answer = await ask(portal, post(body, customer.cookie));
    expect(answer).toEqual({ status: 200, body: { url: expect.stringMatching(PORTAL_PAGE) } });
    expect(company.requests.at(-1)?.form).toEqual({
      customer: `cus_${customer.id}`,
      return_url: `${app.url}/dashboard`,
    });
  });

  test('without a body and a content type it gets 200', async () => {
    const answer = await ask(portal, { method: 'POST', headers: { cookie: customer.cookie } });
    expect(answer).toEqual({ status: 200, body: { url: expect.stringMatching(PORTAL_PAGE) } });
  });

  test("of several customers it uses the active provider's, even if another is newer", async () => {
    const data = { id: 'newer', userId: customer.id, provider: 'beta', providerCustomerId: 'b1', email: '' };
    await app.deps.billing.database.prisma.customer.create({ data });
    expect((await ask(portal, post({}, customer.cookie))).status).toBe(200);
  });
});
