import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { removeExpired } from '../billing/jobs/expiredRows.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { type Company, startCompany } from '../testing/company/company.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Accounts: (Invalid password|User not found)/);

const limits = { ADDRESS_LIMIT: '12', ACCOUNT_LIMIT: '4', CHECKOUT_LIMIT: '3' };
const TOO_MANY = { status: 429, body: { error: 'Too many requests' } };

let company: Company;
let app: TestApp;
/** A second process on the same database, and one behind a proxy. */
let peer: TestApp;
let proxied: TestApp;

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({ ...limits, ALPHA_API_URL: company.url });
  peer = await startTestApp({ ...limits, ALPHA_API_URL: company.url }, app);
  proxied = await startTestApp({ ...limits, TRUST_PROXY: 'loopback' }, app);
});
afterAll(async () => {
  await peer.close();
  await proxied.close();
  await app.close();
  await company.close();
});

const forgetAll = () => app.deps.billing.database.prisma.rateLimit.deleteMany();
afterEach(forgetAll);

/** An attempt that names no account and computes no hash: only the address counts. 400 unless it is refused. */
const tryAnyone = (at: TestApp, headers: Record<string, string> = {}) =>
  at.call('/api/auth/sign-in/email', post({}, undefined, headers));

const trySignIn = (at: TestApp, email: string, password = 'wrong password') =>
  at.call('/api/auth/sign-in/email', post({ email, password }));

async function statuses(many: number, attempt: (index: number) => Promise<Response>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: many }, (_, index) => attempt(index)));
  return answers.map(({ status }) => status).sort();
}

const count = (all: number[], status: number) => all.filter((each) => each === status).length;

describe('by address', () => {
  test('processes count together, also for simultaneous requests', async () => {
    const all = await statuses(40, (index) => tryAnyone(index % 2 ? app : peer));
    expect([count(all, 400), count(all, 429)]).toEqual([12, 28]);
  });

  test("a refusal's Retry-After is accurate", async () => {
    await statuses(12, () => tryAnyone(app));
    const refused = await tryAnyone(app);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600);
    expect(await answerOf(refused)).toEqual(TOO_MANY);
    await app.deps.billing.database.prisma.rateLimit.updateMany({ data: { resetAt: new Date(Date.now() - 1) } });
    expect((await tryAnyone(app)).status).toBe(400);
  });

  test('sign-ups count too; sign-outs and session reads do not', async () => {
    const { cookie } = await app.signUpByForm();
    expect(count(await statuses(11, () => tryAnyone(app)), 400)).toBe(11);
    expect((await app.call('/api/auth/sign-up/email', post({ name: 'Eve', email: 'eve@example.com' }))).status).toBe(
      429,
    );
    expect((await app.call('/api/auth/get-session', { headers: { cookie } })).status).toBe(200);
    expect((await app.call('/api/auth/sign-out', post({}, cookie))).status).toBe(200);
  });

  test('a forged X-Forwarded-For has no effect without a proxy', async () => {
    const all = await statuses(20, (index) =>
      tryAnyone(app, { 'x-forwarded-for': `203.0.113.${index}`, 'x-client-address': `203.0.113.${index}` }),
    );
    expect(count(all, 400)).toBe(12);
  });

  test("behind a proxy the address added by the proxy counts, not the client's own", async () => {
    const through = (address: string, forged = '') =>
      tryAnyone(proxied, { 'x-forwarded-for': `${forged}${forged && ', '}${address}` });
    const all = await statuses(20, (index) => through('198.51.100.7', `203.0.113.${index}`));
    expect(count(all, 400)).toBe(12);
    expect((await through('198.51.100.8')).status).toBe(400);
  });

  test('addresses of one IPv6 network count as one sender', async () => {
    const through = (address: string) => tryAnyone(proxied, { 'x-forwarded-for': address });
    const all = await statuses(20, (index) => through(`2001:db8:1:2::${index + 1}`));
    expect(count(all, 400)).toBe(12);
    expect((await through('2001:db8:1:3::1')).status).toBe(400);
  });

  test('a session records the trusted address', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-client-address': '203.0.113.9' };
    const body = { name: 'Ada', email: 'address@example.com', password: 'correct horse battery' };
    await app.call('/api/auth/sign-up/email', post(body, undefined, forged));
    const where = { user: { email: body.email } };
    const session = await app.deps.billing.database.prisma.session.findFirst({ where });
    expect(session?.ipAddress).toBe('127.0.0.1');
  });
});

describe('by account', () => {
  test('guesses at one password are limited across all addresses', async () => {
    const { email } = await app.signUpByForm();
    const guess = (index: number) =>
      proxied.call(
        '/api/auth/sign-in/email',
        post({ email: index % 2 ? email : email.toUpperCase(), password: 'wrong password' }, undefined, {
          'x-forwarded-for': `203.0.113.${index}`,
        }),
      );
    await forgetAll();
    const all = await statuses(10, guess);
    expect([count(all, 401), count(all, 429)]).toEqual([4, 6]);
  });

  test('a user who knows the password may sign in often', async () => {
    const { email } = await app.signUpByForm();
    for (let round = 0; round < 3; round += 1) {
      expect((await trySignIn(app, email)).status).toBe(401);
      expect((await trySignIn(app, email, 'correct horse battery')).status).toBe(200);
    }
  });
});

describe('checkouts', () => {
  const start = (at: TestApp, cookie: string, body: object) => at.call('/api/payments/checkout', post(body, cookie));

  test('are limited per user, over both APIs and all processes', async () => {
    const { cookie } = await app.signUpByForm();
    for (const at of [app, peer, app]) expect((await start(at, cookie, { plan: 'pro' })).status).toBe(200);
    const refused = await start(peer, cookie, { plan: 'pro' });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await answerOf(refused)).toEqual(TOO_MANY);
    const typed = await app.call('/api/trpc/checkout.start', post({ plan: 'pro' }, cookie));
    expect(typed.status).toBe(429);
    expect(typed.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await typed.json()).toMatchObject({ error: { message: 'Too many requests' } });
    const other = await app.signUpByForm();
    expect((await start(app, other.cookie, { plan: 'pro' })).status).toBe(200);
  });

  test('with a bad body get 400 and do not count', async () => {
    const { cookie } = await app.signUpByForm();
    for (let round = 0; round < 5; round += 1) expect((await start(app, cookie, { plan: 'free' })).status).toBe(400);
    expect((await start(app, cookie, { plan: 'pro' })).status).toBe(200);
  });
});

test('webhooks are never limited', async () => {
  expect(count(await statuses(13, () => tryAnyone(app)), 429)).toBe(1);
  const all = await statuses(60, (index) => app.deliver({ id: `evt_${index}`, type: 'ping', created: 1 }));
  expect(count(all, 200)).toBe(60);
});

test('the table stores only digests, and expired windows are deleted', async () => {
  await trySignIn(app, 'secret-person@example.com');
  const { prisma, pool } = app.deps.billing.database;
  const rows = await prisma.rateLimit.findMany();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/secret-person|127\.0\.0\.1/);
  await prisma.rateLimit.updateMany({ data: { resetAt: new Date(Date.now() - 1_000) } });
  await removeExpired(pool);
  expect(await prisma.rateLimit.count()).toBe(0);
});
