import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventTypes } from '../adapters/adapter.ts';
import { providerNames } from '../adapters/index.ts';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { purchaseRequests } from '../bench/purchases.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { PASSWORD } from '../testing/app/canaries.ts';
import { post } from '../testing/calls/requests.ts';
import { type Company, startCompany } from '../testing/company/company.ts';
import { recordStatements, type Statement } from '../testing/database/statements.ts';
import { SECRET } from '../testing/load/events.ts';

let app: TestApp;
let company: Company;
let statements: Statement[];
let headers: Record<'cookie' | 'bearer' | 'key', Record<string, string>>;

beforeAll(async () => {
  company = await startCompany();
  const each = providerNames.map((name) => name.toUpperCase());
  const settings = each.map((name) => ({ [`${name}_API_URL`]: company.url, [`${name}_WEBHOOK_SECRET`]: SECRET }));
  const own = { DRAINING_PROVIDERS: 'beta,gamma', SERVICE_KEYS: `web:read:${hashOfKey('web')}` };
  app = await startTestApp(Object.assign(own, ...settings));
  // Background work is not counted.
  await app.deps.worker.stop();
  const { id, email, cookie } = await app.signUp();
  const signedIn = await app.call('/api/auth/sign-in/email', post({ email, password: PASSWORD }));
  const bearer = { authorization: `Bearer ${signedIn.headers.get('set-auth-token')}` };
  headers = { cookie: { cookie }, bearer, key: { authorization: 'Bearer web', 'x-user-id': id } };
  // Makes the key that signs.
  await app.call('/api/payments/access', { headers: headers.key });
  statements = recordStatements(app.deps.billing.database.pool);
});
afterAll(async () => {
  await app.close();
  await company.close();
});
beforeEach(() => {
  statements.length = 0;
});

const reads = [
  { path: '/api/payments/subscription', most: 1 },
  { path: '/api/trpc/subscription.current', most: 1 },
  { path: '/api/trpc/session.me', most: 1 },
  // Whether a trial is available is read for users without a subscription.
  { path: '/api/trpc/subscription.access', most: 3 },
  { path: '/api/trpc/payments.list', most: 2 },
  { path: '/api/trpc/session.me,subscription.access,payments.list?batch=1', most: 4 },
  { path: '/api/trpc/plans.list', most: 0 },
  { path: '/api/health/live', most: 0 },
];

test.each(
  reads.flatMap((read) => [
    { ...read, shown: 'cookie' as const },
    { ...read, shown: 'bearer' as const },
  ]),
)('$path with a $shown is at most $most statements', async ({ path, shown, most }) => {
  const response = await app.call(path, { headers: headers[shown] });
  expect(response.status).toBe(200);
  expect(statements.map(({ text }) => text)).toHaveLength(most);
});

test("reading a user's access with a service key takes two statements: the account, and its records", async () => {
  // Once a minute it is recorded that a service used its key.
  await app.call('/api/payments/access', { headers: headers.key });
  statements.length = 0;
  const response = await app.call('/api/payments/access', { headers: headers.key });
  expect(response.status).toBe(200);
  expect(statements.map(({ text }) => text)).toHaveLength(2);
});

test('a request without a valid signed credential makes no database call', async () => {
  for (const cookie of ['', 'billing.session_token=abc.ZGVm', 'a=b']) {
    expect((await app.call('/api/payments/subscription', { headers: { cookie } })).status).toBe(401);
  }
  expect(statements).toEqual([]);
});

test('no provider is called while events are received', async () => {
  const before = company.requests.length;
  const requests = await purchaseRequests({ count: eventTypes.length * providerNames.length, round: 1, together: 1 });
  for (const request of requests) {
    const [head = '', body = ''] = request.toString().split('\r\n\r\n');
    const lines = head.split('\r\n').slice(1);
    const pairs = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
    const sent = Object.fromEntries(pairs.filter(([name]) => !['host', 'content-length'].includes(name)));
    const response = await app.call('/api/webhooks/payments', { method: 'POST', headers: sent, body });
    expect(response.status).toBe(200);
  }
  expect(await app.deps.billing.database.prisma.webhookEvent.count({ where: { outcome: 'applied' } })).toBe(33);
  expect(company.requests.length).toBe(before);
  await app.call('/api/payments/checkout', post({ plan: 'pro' }, headers.cookie.cookie));
  expect(company.requests.length).toBeGreaterThan(before);
});
