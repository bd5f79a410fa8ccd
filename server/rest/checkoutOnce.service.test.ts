import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import type { CheckoutPage } from '../testing/calls/buyerCalls.ts';
import { post } from '../testing/calls/requests.ts';
import { type Company, startCompany } from '../testing/company/company.ts';
import { alphaCheckout, alphaEvent } from '../testing/events/alphaObjects.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Failed to create checkout session/, /request completed/);

let app: TestApp;
/** A second process on the same database. */
let peer: TestApp;
let company: Company;
let ada: Person;

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
  company.reset();
  ada = await app.signUp();
});

const prisma = () => app.deps.billing.database.prisma;

const checkout = (wanted: object = { plan: 'pro' }, one: TestApp = app) => one.checkout(ada, wanted);

describe('a user has one open session', () => {
  test('for twenty clicks at once on two processes', async () => {
    company.fault = 'slow';
    const clicks = Array.from({ length: 20 }, (_, n) => checkout({ plan: 'pro' }, n % 2 ? app : peer));
    // The others look at its page in turn; each has nine seconds in all.
    void Promise.race(clicks).then(() => (company.fault = 'none'));
    const sessions = await Promise.all(clicks);
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(new Set(sessions.map(({ url }) => url)).size).toBe(1);
    expect(company.checkouts()).toHaveLength(1);
  });

  test('an open session is not replaced while the provider does not answer: it may have been paid', async () => {
    const first = await checkout();
    company.fault = '500';
    expect((await app.call('/api/payments/checkout', post({ plan: 'starter' }, ada.cookie))).status).toBe(500);
    company.fault = 'none';
    expect(await checkout()).toEqual(first);
  });

  test('an expired session is replaced', async () => {
    const first = await checkout();
    company.sessions.set(first.sessionId, { status: 'expired' });
    expect((await checkout()).sessionId).not.toBe(first.sessionId);
  });

  test('a session that a webhook reports as complete is replaced', async () => {
    const first = await checkout({ plan: 'pro', interval: 'one_time' });
    company.sessions.set(first.sessionId, { status: 'complete' });
    const session = { id: first.sessionId, mode: 'payment', status: 'complete', payment_status: 'paid' };
    await app.deliver(alphaEvent('checkout.session.completed', { ...session, metadata: { userId: ada.id } }));
    expect((await checkout({ plan: 'pro', interval: 'one_time' })).sessionId).not.toBe(first.sessionId);
  });

  const pay = ({ sessionId }: CheckoutPage) =>
    company.sessions.set(
      sessionId,
      alphaCheckout(sessionId, ada.id, {
        subscription: `sub_${ada.id}`,
        customer: `cus_${ada.id}`,
        // As the provider reports the subscription itself.
        metadata: { userId: ada.id, plan: 'starter', interval: 'month' },
      }),
    );

  test('a session paid without a webhook opens the portal of its subscription, not a second checkout', async () => {
    const first = await checkout({ plan: 'starter' });
    pay(first);
    const answers = await Promise.all([checkout({ plan: 'starter' }), checkout({ plan: 'starter' }, peer)]);
    const portal = { url: expect.stringContaining('https://pay.example.com/'), sessionId: `sub_${ada.id}` };
    expect(answers).toEqual([portal, portal]);
    expect(company.checkouts()).toHaveLength(1);
    expect(await prisma().subscription.findMany({ where: { userId: ada.id } })).toMatchObject([{ status: 'active' }]);
  });

  test('a session paid before the provider stopped answering gets 500, not a second checkout', async () => {
    const first = await checkout();
    pay(first);
    company.fault = '500';
    expect((await app.call('/api/payments/checkout', post({ plan: 'pro' }, ada.cookie))).status).toBe(500);
    company.fault = 'none';
    expect((await checkout()).sessionId).toBe(`sub_${ada.id}`);
    expect(company.checkouts()).toHaveLength(1);
  });

  test('a session that is 23 hours old is no longer offered', async () => {
    const first = await checkout();
    await prisma().checkout.updateMany({ where: { userId: ada.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await checkout()).sessionId).not.toBe(first.sessionId);
  });

  test('the claim of a process that died is taken over with its key', async () => {
    await checkout();
    const claimedAt = new Date(Date.now() - 60_000);
    await prisma().checkout.updateMany({ where: { userId: ada.id }, data: { url: null, sessionId: null, claimedAt } });
    await Promise.all([checkout(), checkout({ plan: 'pro' }, peer)]);
    const keys = company.checkouts().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(company.sessions.size).toBe(1);
  });

  test('a session lost to a timeout is found by the next click with the same key', async () => {
    company.fault = 'cut';
    expect((await app.call('/api/payments/checkout', post({ plan: 'pro' }, ada.cookie))).status).toBe(500);
    company.fault = 'none';
    await checkout();
    expect(company.sessions.size).toBe(1);
  });
});
