import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alphaCheckout, alphaEvent, alphaSubscription, MOMENT } from '../testing/alphaObjects.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Company, startCompany } from '../testing/company.ts';
import { answerOf, post } from '../testing/requests.ts';

interface Session {
  url: string;
  sessionId: string;
}

let app: TestApp;
/** A second process on the same database. */
let peer: TestApp;
let company: Company;
let ada: { id: string; email: string; cookie: string };

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({ ALPHA_API_URL: company.url });
  peer = await startTestApp({ ALPHA_API_URL: company.url }, app);
});
afterAll(async () => {
  await peer.close();
  await app.close();
  await company.close();
});
beforeEach(async () => {
  company.fault = 'none';
  company.requests.length = 0;
  company.sessions.clear();
  ada = await app.signUp();
});

const prisma = () => app.deps.billing.database.prisma;

async function checkout(body: object = { plan: 'pro' }, one: TestApp = app) {
  const { status, body: session } = await answerOf(await one.call('/api/payments/checkout', post(body, ada.cookie)));
  expect(status).toBe(200);
  return session as Session;
}

const addCustomer = (more: object = {}) =>
  prisma().customer.create({
    data: {
      id: randomUUID(),
      userId: ada.id,
      provider: 'alpha',
      providerCustomerId: `cus_${ada.id}`,
      email: '',
      ...more,
    },
  });

async function subscribe(status: string, more: Record<string, unknown> = {}) {
  const id = `sub_${ada.id}`;
  const event = alphaEvent('customer.subscription.created', alphaSubscription(id, ada.id, { status, ...more }));
  expect((await app.deliver(event)).status).toBe(200);
  return id;
}

describe('what the company is asked for', () => {
  test('a subscription: price, user in every place that events carry, address, trial, absolute redirects, a key', async () => {
    await checkout({ plan: 'pro', successUrl: '/thanks', cancelUrl: '/sorry' });
    const [request] = company.checkouts();
    expect(request?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(request?.form).toEqual({
      mode: 'subscription',
      'line_items[0][price]': 'price_pro_month',
      'line_items[0][quantity]': '1',
      client_reference_id: ada.id,
      customer_email: ada.email,
      'metadata[userId]': ada.id,
      'metadata[plan]': 'pro',
      'metadata[interval]': 'month',
      'subscription_data[metadata][userId]': ada.id,
      'subscription_data[metadata][plan]': 'pro',
      'subscription_data[metadata][interval]': 'month',
      'subscription_data[trial_period_days]': '14',
      success_url: `${app.url}/thanks`,
      cancel_url: `${app.url}/sorry`,
    });
  });

  test('a one-time purchase: the user on its payment, a customer for later, no trial', async () => {
    await checkout({ plan: 'starter', interval: 'one_time' });
    const [request] = company.checkouts();
    expect(request?.form).toMatchObject({
      mode: 'payment',
      'line_items[0][price]': 'price_starter_one_time',
      'payment_intent_data[metadata][userId]': ada.id,
      customer_creation: 'always',
    });
    expect(Object.keys(request?.form ?? {}).filter((name) => name.startsWith('subscription_data'))).toEqual([]);
  });

  test.each([
    ['starter', 'month', '7'],
    ['starter', 'year', '7'],
    ['pro', 'year', '14'],
    ['enterprise', 'month', '30'],
    ['enterprise', 'year', '30'],
  ])('%s by the %s: its price and a trial of %s days', async (plan, interval, days) => {
    await checkout({ plan, interval });
    expect(company.checkouts()[0]?.form).toMatchObject({
      'line_items[0][price]': `price_${plan}_${interval}`,
      'subscription_data[trial_period_days]': days,
    });
  });

  test('a known customer is reused', async () => {
    await addCustomer();
    await checkout();
    expect(company.checkouts()[0]?.form).toMatchObject({ customer: `cus_${ada.id}` });
    expect(company.checkouts()[0]?.form).not.toHaveProperty('customer_email');
  });

  test.each([
    ["another provider's", { provider: 'gamma' }],
    ['a deleted', { deletedAt: new Date() }],
  ])('%s customer is not', async (_name, more) => {
    await addCustomer(more);
    await checkout();
    expect(company.checkouts()[0]?.form).toMatchObject({ customer_email: ada.email });
  });

  test.each(['canceled', 'incomplete_expired'])(
    'no second trial for someone whose subscription is %s',
    async (status) => {
      await subscribe(status);
      await checkout();
      expect(company.checkouts()[0]?.form).not.toHaveProperty('subscription_data[trial_period_days]');
    },
  );
});

describe('one open session for a user, plan and interval', () => {
  test('twenty clicks at once on two processes', async () => {
    company.fault = 'slow';
    const clicks = Array.from({ length: 20 }, (_, n) => checkout({ plan: 'pro' }, n % 2 ? app : peer));
    const sessions = await Promise.all(clicks);
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(new Set(sessions.map(({ url }) => url)).size).toBe(1);
    expect(company.checkouts()).toHaveLength(1);
  });

  test('a later click while it can still be paid', async () => {
    const first = await checkout();
    expect(await checkout({ plan: 'pro' }, peer)).toEqual(first);
    expect(company.checkouts()).toHaveLength(1);
  });

  test('other plans, intervals and users have their own', async () => {
    const bodies = [{ plan: 'pro' }, { plan: 'starter' }, { plan: 'pro', interval: 'year' }];
    const sessions = [];
    for (const body of bodies) sessions.push(await checkout(body));
    ada = await app.signUp();
    sessions.push(await checkout());
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(4);
    expect(new Set(company.checkouts().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
  });

  test('an expired one is followed by a new one', async () => {
    const first = await checkout();
    company.sessions.set(first.sessionId, { status: 'expired' });
    expect((await checkout()).sessionId).not.toBe(first.sessionId);
  });

  test('one that a delivery says is complete is followed by a new one', async () => {
    const first = await checkout({ plan: 'pro', interval: 'one_time' });
    company.sessions.set(first.sessionId, { status: 'complete' });
    const session = { id: first.sessionId, mode: 'payment', status: 'complete', payment_status: 'paid' };
    await app.deliver(alphaEvent('checkout.session.completed', { ...session, metadata: { userId: ada.id } }));
    expect((await checkout({ plan: 'pro', interval: 'one_time' })).sessionId).not.toBe(first.sessionId);
  });

  const pay = ({ sessionId }: Session) =>
    company.sessions.set(
      sessionId,
      alphaCheckout(sessionId, ada.id, { subscription: `sub_${ada.id}`, customer: `cus_${ada.id}` }),
    );

  test('one that was paid, of which no delivery told yet: no second subscription, the portal of the first', async () => {
    const first = await checkout();
    pay(first);
    const answers = await Promise.all([checkout(), checkout({ plan: 'pro' }, peer)]);
    const portal = { url: expect.stringContaining('https://pay.example.com/'), sessionId: `sub_${ada.id}` };
    expect(answers).toEqual([portal, portal]);
    expect(company.checkouts()).toHaveLength(1);
    expect(await prisma().subscription.findMany({ where: { userId: ada.id } })).toMatchObject([{ status: 'active' }]);
  });

  test('one that was paid while the company then falls silent: 500, and still no second one', async () => {
    const first = await checkout();
    pay(first);
    company.fault = '500';
    expect((await app.call('/api/payments/checkout', post({ plan: 'pro' }, ada.cookie))).status).toBe(500);
    company.fault = 'none';
    expect((await checkout()).sessionId).toBe(`sub_${ada.id}`);
    expect(company.checkouts()).toHaveLength(1);
  });

  test('one that is 23 hours old is not offered any more', async () => {
    const first = await checkout();
    await prisma().checkout.updateMany({ where: { userId: ada.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await checkout()).sessionId).not.toBe(first.sessionId);
  });

  test('a claim whose process died is taken over with its key', async () => {
    await checkout();
    const claimedAt = new Date(Date.now() - 60_000);
    await prisma().checkout.updateMany({ where: { userId: ada.id }, data: { url: null, sessionId: null, claimedAt } });
    await Promise.all([checkout(), checkout({ plan: 'pro' }, peer)]);
    const keys = company.checkouts().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(company.sessions.size).toBe(1);
  });

  test('silence of the company may hide a session: the next click finds it by the same key', async () => {
    company.fault = 'cut';
    expect((await app.call('/api/payments/checkout', post({ plan: 'pro' }, ada.cookie))).status).toBe(500);
    company.fault = 'none';
    await checkout();
    expect(company.sessions.size).toBe(1);
  });
});

describe('someone with a live subscription never pays twice', () => {
  const portals = () => company.requests.filter(({ path }) => path === '/v1/billing_portal/sessions');

  test.each([
    ['active', {}],
    ['trialing', {}],
    ['past_due', {}],
    ['unpaid', {}],
    ['paused', {}],
    ['active', { cancel_at_period_end: true, cancel_at: MOMENT + 1_000_000 }],
  ])('%s, another plan: the page that changes the plan', async (status, more) => {
    const id = await subscribe(status, more);
    expect(await checkout({ plan: 'enterprise' })).toEqual({ url: 'https://pay.example.com/change', sessionId: id });
    expect(company.checkouts()).toEqual([]);
    expect(portals()[0]?.form).toMatchObject({
      customer: `cus_${id}`,
      'flow_data[subscription_update_confirm][subscription]': id,
      'flow_data[subscription_update_confirm][items][0][price]': 'price_enterprise_month',
    });
  });

  test('the same plan: the portal', async () => {
    const id = await subscribe('active');
    expect(await checkout({ plan: 'pro' })).toEqual({ url: 'https://pay.example.com/portal', sessionId: id });
    expect(company.checkouts()).toEqual([]);
  });

  test('the same plan by the year is another one', async () => {
    const id = await subscribe('active');
    const answer = await checkout({ plan: 'pro', interval: 'year' });
    expect(answer).toEqual({ url: 'https://pay.example.com/change', sessionId: id });
  });

  test('a one-time purchase is no second subscription', async () => {
    await subscribe('active');
    await checkout({ plan: 'pro', interval: 'one_time' });
    expect(company.checkouts()).toHaveLength(1);
  });

  test('a subscription at a provider that is not set up any more: our own page', async () => {
    await subscribe('active');
    await prisma().subscription.updateMany({ where: { userId: ada.id }, data: { provider: 'gamma' } });
    const { url } = await checkout({ plan: 'starter' });
    expect(url).toBe(`${app.url}/change-plan?plan=starter&interval=month`);
    expect(company.requests).toEqual([]);
  });

  test.each(['canceled', 'incomplete', 'incomplete_expired'])('%s is not live: a new session', async (status) => {
    await subscribe(status);
    await checkout();
    expect(company.checkouts()).toHaveLength(1);
  });
});
