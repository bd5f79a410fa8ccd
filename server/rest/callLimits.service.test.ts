import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { addCustomer, addSubscription } from '../testing/app/rows.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { type Company, startCompany } from '../testing/company/company.ts';

const limits = { REFRESH_LIMIT: '3', PORTAL_LIMIT: '3', CHANGE_LIMIT: '3', EXPORT_LIMIT: '3', CHECKOUT_LIMIT: '3' };

let company: Company;
let app: TestApp;
/** A second process on the same database. */
let peer: TestApp;
let cookie: string;

beforeAll(async () => {
  company = await startCompany();
  const settings = { ...limits, ALPHA_API_URL: company.url };
  app = await startTestApp(settings);
  peer = await startTestApp(settings, app);
});
afterAll(async () => {
  await peer.close();
  await app.close();
  await company.close();
});
beforeEach(async () => {
  cookie = await subscriber();
  company.requests.length = 0;
});
afterEach(() => app.deps.billing.database.prisma.rateLimit.deleteMany());

/** Someone with a customer and a live subscription. */
async function subscriber(): Promise<string> {
  const user = await app.signUp();
  const { id: customerId } = await addCustomer(app, user);
  await addSubscription(app, user, { customerId });
  return user.cookie;
}

type Ask = (at: TestApp) => Promise<Response>;

const typed =
  (procedure: string, input?: object): Ask =>
  (at) =>
    at.call(`/api/trpc/${procedure}`, post(input ?? '', cookie));
const asked =
  (path: string, body: object): Ask =>
  (at) =>
    at.call(path, post(body, cookie));

const calls: [name: string, asks: Ask[]][] = [
  ['refresh', [typed('subscription.refresh')]],
  ['portal', [asked('/api/payments/portal', {}), typed('portal.open', {})]],
  ['preview of a plan change', [asked('/api/payments/change/preview', { plan: 'enterprise' })]],
  ['plan change', [typed('subscription.change', { kind: 'cancel_at_period_end' })]],
  ['export', [(at) => at.call('/api/trpc/account.export', { headers: { cookie } })]],
  [
    'checkout',
    [asked('/api/payments/checkout', { plan: 'pro' }), typed('checkout.start', { plan: 'pro', interval: 'month' })],
  ],
];

describe.each(calls)('%s', (_name, asks) => {
  const ask = (index: number) => (asks[index % asks.length] as Ask)(index % 2 ? peer : app);

  test('is limited per user, over both APIs and all processes, with a Retry-After', async () => {
    for (let n = 0; n < 3; n += 1) expect((await ask(n)).status).toBe(200);
    const before = company.requests.length;
    for (let n = 0; n < 4; n += 1) {
      const refused = await ask(n);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
      const { status, body } = await answerOf(refused);
      expect({ status, text: textOf(body) }).toEqual({ status: 429, text: 'Too many requests' });
    }
    expect(company.requests.length).toBe(before);
    cookie = await subscriber();
    expect((await ask(0)).status).toBe(200);
  });
});

/** REST returns the error as text, tRPC as an object. */
function textOf(body: unknown): string | undefined {
  const { error } = body as { error: string | { message?: string } };
  return typeof error === 'string' ? error : error.message;
}

test("provider calls for one user stay below the provider's limit, however many requests come at once", async () => {
  const generous = Object.fromEntries(Object.keys(limits).map((name) => [name, '1000']));
  const open = await startTestApp({ ...generous, ALPHA_API_URL: company.url }, app);
  try {
    const all = Array.from({ length: 20 }, () => calls.flatMap(([name, asks]) => (name === 'export' ? [] : asks)));
    const answers = await Promise.all(all.flat().map((ask) => ask(open)));
    const statuses = answers.map(({ status }) => status);
    // On a busy machine some previews arrive after the plan stopped renewing (409).
    expect([...new Set([...statuses, 409])].sort()).toEqual([200, 409, 429]);
    // Stripe allows 100 a second.
    expect(company.requests.length).toBeGreaterThan(0);
    expect(company.requests.length).toBeLessThan(100);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  } finally {
    await open.close();
  }
});

test('a request that makes no provider call does not count', async () => {
  const { cookie: nobody } = await app.signUp();
  for (let n = 0; n < 5; n += 1) {
    expect((await app.call('/api/payments/portal', post({}, nobody))).status).toBe(404);
    expect((await app.call('/api/trpc/subscription.change', post({ kind: 'resume' }, nobody))).status).toBe(404);
    expect((await app.call('/api/payments/portal', post({ returnUrl: 7 }, cookie))).status).toBe(400);
  }
  expect((await app.call('/api/payments/portal', post({}, cookie))).status).toBe(200);
});
