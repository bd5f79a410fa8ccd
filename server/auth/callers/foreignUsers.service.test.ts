import { afterAll, beforeAll, expect, test } from 'vitest';
import { endErasedSubscriptions } from '../../billing/accounts/endErasedSubscriptions.ts';
import { returnLateCharges } from '../../billing/accounts/late/returnLateCharges.ts';
import { explain } from '../../billing/ledger/explain.ts';
import { findUsers } from '../../billing/records/findUsers.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { type Company, startCompany } from '../../testing/company/company.ts';
import { alphaEvent, alphaInvoice, alphaSubscription } from '../../testing/events/alphaObjects.ts';
import { type Issuer, startIssuer } from '../../testing/logins/issuer.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { until } from '../../testing/run/until.ts';

/** Users of a foreign login have no row in our user table. */

let company: Company;
let issuer: Issuer;
let app: TestApp;

beforeAll(async () => {
  [company, issuer] = [await startCompany(), await startIssuer()];
  app = await startTestApp({ ALPHA_API_URL: company.url, AUTH_JWKS_URL: issuer.jwksUrl, AUTH_AUDIENCE: 'billing' });
});
afterAll(async () => {
  await app.close();
  await issuer.close();
  await company.close();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const subscription = (headers: Record<string, string>) => app.call('/api/payments/subscription', { headers });
const good = { aud: 'billing', email: 'ada@example.com', email_verified: true };

test("a checkout without an address gets the specification's 500, and the log names the missing claim", async () => {
  mayComplain(/AUTH_EMAIL_CLAIM is missing/, /request completed/);
  const headers = bearer(await issuer.sign({ aud: 'billing', sub: 'silent' }));
  const answer = await answerOf(await app.call('/api/payments/checkout', post({ plan: 'pro' }, undefined, headers)));
  expect(answer).toEqual({ status: 500, body: { error: 'Failed to create checkout session' } });
  expect(app.logged.join()).toContain('AUTH_EMAIL_CLAIM is missing');
});

test('a user without an account here can buy, be found, export and be erased', async () => {
  const { billing } = app.deps;
  const headers = bearer(await issuer.sign({ ...good, sub: 'buyer', email: 'buyer@example.com' }));
  const buy = () => app.call('/api/payments/checkout', post({ plan: 'pro' }, undefined, headers));
  expect((await buy()).status).toBe(200);
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_foreign', 'buyer')));
  await app.deliver(alphaEvent('invoice.payment_succeeded', alphaInvoice('in_foreign', 'buyer'), 1));
  expect((await answerOf(await subscription(headers))).body).toMatchObject({ subscription: { userId: 'buyer' } });
  expect(await findUsers(billing, 'buyer')).toEqual([{ userId: 'buyer', email: null, proven: false }]);
  expect(await findUsers(billing, 'BUYER@example.com')).toEqual([{ userId: 'buyer', email: null, proven: false }]);
  expect((await explain(billing, 'buyer'))?.subscriptions).toHaveLength(1);
  const exported = await answerOf(await app.call('/api/trpc/account.export', { headers }));
  expect(exported.body).toMatchObject({ result: { data: { account: null, subscriptions: [{ userId: 'buyer' }] } } });

  expect((await app.call('/api/trpc/subscription.refresh', post('', undefined, headers))).status).toBe(200);
  const erase = async (body: object, named = headers) => {
    const { status, body: answer } = await answerOf(
      await app.call('/api/trpc/account.erase', post(body, undefined, named)),
    );
    return status === 200 ? status : (answer as { error: { message: string } }).error.message;
  };
  const signedIn = async (secondsAgo: number) => {
    const auth_time = Math.floor(Date.now() / 1000) - secondsAgo;
    return bearer(await issuer.sign({ ...good, sub: 'buyer', email: 'buyer@example.com', auth_time }));
  };
  const unconfirmed = 'Email address not confirmed';
  expect([await erase({}), await erase({ email: 'ada@example.com' })]).toEqual([unconfirmed, unconfirmed]);
  expect(await erase({ email: 'buyer@example.com' }, await signedIn(700))).toBe('Sign in again first');
  expect((await answerOf(await subscription(headers))).body).toMatchObject({ subscription: { status: 'active' } });
  expect(await erase({}, await signedIn(60))).toBe(200);
  const { customer, checkout } = billing.database.prisma;
  expect(await customer.findMany({ where: { userId: 'buyer', NOT: { email: '' } } })).toEqual([]);
  expect(await checkout.count({ where: { userId: 'buyer' } })).toBe(0);
  expect(company.requests.some(({ method, path }) => method === 'DELETE' && path.endsWith('/sub_foreign'))).toBe(true);
  expect(await answerOf(await buy())).toEqual({ status: 404, body: { error: 'Unknown user' } });
});

test('a checkout by a token from after the deletion makes the person a customer again', async () => {
  const { billing } = app.deps;
  const claims = { ...good, sub: 'returning', email: 'returning@example.com' };
  const headersOf = async () => bearer(await issuer.sign(claims));
  const buy = (headers: Record<string, string>) =>
    app.call('/api/payments/checkout', post({ plan: 'pro' }, undefined, headers));
  const before = await headersOf();
  expect((await app.call('/api/trpc/account.erase', post({ email: claims.email }, undefined, before))).status).toBe(
    200,
  );
  expect((await buy(before)).status).toBe(404);
  const erased = Math.floor(Date.now() / 1000);
  await until('the next second began', () => Math.floor(Date.now() / 1000) > erased);
  expect((await buy(before)).status).toBe(404);
  expect((await buy(await headersOf())).status).toBe(200);
  const mark = await billing.database.prisma.erasedUser.findUnique({ where: { userId: 'returning' } });
  expect(mark?.endedAt?.getTime()).toBeGreaterThan(mark?.erasedAt.getTime() ?? 0);
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_returning', 'returning')));
  await app.deliver(alphaEvent('invoice.payment_succeeded', alphaInvoice('in_returning', 'returning'), 1));
  await endErasedSubscriptions(billing);
  await returnLateCharges(billing);
  expect(company.requests.some(({ method, path }) => method === 'DELETE' && path.endsWith('/sub_returning'))).toBe(
    false,
  );
  expect(await billing.database.prisma.lateCharge.count()).toBe(0);
  await billing.database.prisma.subscription.updateMany({
    where: { userId: 'returning' },
    data: { status: 'canceled' },
  });
  const last = await headersOf();
  expect((await app.call('/api/trpc/account.erase', post({ email: claims.email }, undefined, last))).status).toBe(200);
  expect((await buy(last)).status).toBe(404);
});
