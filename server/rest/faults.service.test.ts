import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Waits } from '../deps.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { addCustomer } from '../testing/app/rows.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { type Company, type Fault, faults, startCompany } from '../testing/company/company.ts';
import { runSql } from '../testing/database/database.ts';
import { mayComplain, OUTAGE } from '../testing/run/complaints.ts';

mayComplain(
  OUTAGE,
  /Failed to create checkout session/,
  /request completed/,
  /Internal Server Error/,
  /Failed to process [a-z._]+ event/,
);

const CHECKOUT_FAILED = { status: 500, body: { error: 'Failed to create checkout session' } };
const INTERNAL = { status: 500, body: { error: 'Internal Server Error' } };
/** The provider is waited for 2 s at most here; the rest is a busy machine. */
const WITHIN_MS = 30_000;

interface Pair {
  app: TestApp;
  company: Company;
  close(): Promise<void>;
}

/** Only a provider that does not answer causes a wait. */
const waitsFor = (fault: Fault): Waits => (fault === 'hang' ? { provider: 2_000 } : {});

async function startPair(fault: Fault): Promise<Pair> {
  const company = await startCompany();
  company.fault = fault;
  const app = await startTestApp({ ALPHA_API_URL: company.url }, undefined, waitsFor(fault));
  return { app, company, close: () => app.close().then(company.close) };
}

async function customerOf(app: TestApp) {
  const person = await app.signUp();
  await addCustomer(app, person);
  return person;
}

async function timed(call: Promise<Response>) {
  const start = Date.now();
  const response = await call;
  const answer = await answerOf(response);
  expect(Date.now() - start).toBeLessThan(WITHIN_MS);
  return answer;
}

describe.concurrent('a failing provider', () => {
  test.each([...faults])('%s: both calls return their 500 within 10 s and do not reveal the cause', async (fault) => {
    const { app, company, close } = await startPair(fault);
    const { cookie } = await customerOf(app);
    const answers = await Promise.all([
      timed(app.call('/api/payments/checkout', post({ plan: 'pro' }, cookie))),
      timed(app.call('/api/payments/portal', post({}, cookie))),
    ]);
    expect(answers).toEqual([CHECKOUT_FAILED, INTERNAL]);
    const log = app.logged.join('\n');
    expect(log).toContain('Failed to create checkout session');
    expect(log).not.toMatch(/sk_for_tests|4242424242424242|session_token/);

    company.fault = 'none';
    const again = await timed(app.call('/api/payments/checkout', post({ plan: 'pro' }, cookie)));
    expect(again.status).toBe(200);
    expect(company.sessions.size).toBe(fault === 'no_url' ? 2 : 1);
    await close();
  });

  test('unreachable: calls get 500 while webhooks are still accepted', async () => {
    const company = await startCompany();
    await company.close();
    const app = await startTestApp({ ALPHA_API_URL: company.url });
    const { cookie } = await customerOf(app);
    expect(await timed(app.call('/api/payments/checkout', post({ plan: 'pro' }, cookie)))).toEqual(CHECKOUT_FAILED);
    expect(await timed(app.call('/api/payments/portal', post({}, cookie)))).toEqual(INTERNAL);
    expect(
      (await app.deliver({ id: 'evt_away', type: 'customer.updated', data: { object: { id: 'c' } } })).status,
    ).toBe(200);
    await app.close();
  });

  test('not answering: a second click on another process does not wait again', async () => {
    const { app, company, close } = await startPair('hang');
    const second = await startTestApp({ ALPHA_API_URL: company.url }, app, { provider: 1_000 });
    const { cookie } = await app.signUp();
    const clicks = [app, second, app, second].map((one) =>
      timed(one.call('/api/payments/checkout', post({ plan: 'pro' }, cookie))),
    );
    expect(await Promise.all(clicks)).toEqual(Array(4).fill(CHECKOUT_FAILED));
    await second.close();
    await close();
  });

  test('without a price the checkout gets 500 before a provider call', async () => {
    const company = await startCompany();
    const app = await startTestApp({ ALPHA_API_URL: company.url, ALPHA_PRICE_PRO_YEAR: '' });
    const { cookie } = await app.signUp();
    const body = { plan: 'pro', interval: 'year' };
    expect(await timed(app.call('/api/payments/checkout', post(body, cookie)))).toEqual(CHECKOUT_FAILED);
    expect(company.checkouts()).toEqual([]);
    await app.close();
    await company.close();
  });
});

describe('a failing database', () => {
  let pair: Pair;
  let cookie: string;

  beforeAll(async () => {
    pair = await startPair('none');
    cookie = (await customerOf(pair.app)).cookie;
  });
  afterAll(() => pair.close());

  const rename = (table: string, name: string) =>
    runSql(pair.app.deps.settings.databaseUrl, `ALTER TABLE "${table}" RENAME TO "${name}"`);

  test.each([
    { table: 'checkout', path: '/api/payments/checkout', expected: CHECKOUT_FAILED },
    { table: 'customer', path: '/api/payments/checkout', expected: CHECKOUT_FAILED },
    { table: 'subscription', path: '/api/payments/checkout', expected: CHECKOUT_FAILED },
    { table: 'session', path: '/api/payments/checkout', expected: CHECKOUT_FAILED },
    { table: 'customer', path: '/api/payments/portal', expected: INTERNAL },
    { table: 'session', path: '/api/payments/portal', expected: INTERNAL },
    { table: 'subscription', path: '/api/payments/subscription', expected: INTERNAL },
    { table: 'session', path: '/api/payments/subscription', expected: INTERNAL },
  ])('without its table $table, $path returns its 500', async ({ table, path, expected }) => {
    const { app } = pair;
    const init = path.endsWith('subscription') ? { headers: { cookie } } : post({ plan: 'pro' }, cookie);
    await rename(table, 'away');
    const answer = await timed(app.call(path, init));
    await rename('away', table);
    expect(answer).toEqual(expected);
    expect(JSON.stringify(answer)).not.toMatch(/prisma|relation|away/i);
    expect((await app.call(path, init)).status).toBe(200);
  });

  test('without the ledger a delivery gets 500, and its retry is accepted', async () => {
    const { app } = pair;
    const event = {
      id: 'evt_ledger',
      type: 'customer.created',
      data: { object: { id: 'cus_l', metadata: { userId: 'u' } } },
    };
    await rename('webhook_event', 'away');
    const answer = await timed(app.deliver(event));
    await rename('away', 'webhook_event');
    expect(answer).toEqual({ status: 500, body: { error: 'Failed to process customer.created event' } });
    expect(await answerOf(await app.deliver(event))).toEqual({ status: 200, body: { received: true } });
  });

  test('a held lock ends the wait within 5 s', async () => {
    const { app } = pair;
    const client = await app.deps.billing.database.pool.connect();
    await client.query('BEGIN; LOCK TABLE checkout, subscription IN ACCESS EXCLUSIVE MODE');
    const start = Date.now();
    const answers = await Promise.all([
      timed(app.call('/api/payments/checkout', post({ plan: 'pro' }, cookie))),
      timed(app.call('/api/payments/subscription', { headers: { cookie } })),
    ]);
    const elapsed = Date.now() - start;
    await client.query('ROLLBACK');
    client.release();
    expect(answers).toEqual([CHECKOUT_FAILED, INTERNAL]);
    expect(elapsed).toBeLessThan(5_000);
  });
});
