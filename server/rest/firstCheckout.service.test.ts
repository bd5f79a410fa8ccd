import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordId } from '../billing/records/recordId.ts';
import { PASSWORD } from '../testing/app/canaries.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { companyPurchase } from '../testing/company/companySide.ts';
import { providersHere } from '../testing/run/storey.ts';

let app: SandboxedApp;
let ada: Person;

const prisma = () => app.deps.billing.database.prisma;
const call = (path: string, body: unknown, cookie?: string) => app.call(path, post(body, cookie));
const checkout = (wanted: object) => app.checkout(ada, wanted);
const customersOf = (userId: string) => prisma().customer.findMany({ where: { userId } });

describe.each(providersHere('alpha'))('%s', (provider) => {
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ada = await app.signUp();
  });

  test('concurrent first checkouts create one customer, and each is bound to it', async () => {
    const wanted = ['starter', 'pro', 'enterprise'].flatMap((plan) =>
      ['month', 'one_time'].map((interval) => ({ plan, interval })),
    );
    const sessions = await Promise.all(wanted.map((body) => checkout(body)));
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(wanted.length);
    const open = await prisma().checkout.findFirstOrThrow({
      where: { userId: ada.id, openKey: { not: null }, interval: 'month' },
    });
    const made = (await app.truth()).customers.filter(({ email }) => email === ada.email);
    expect(made).toHaveLength(1);
    expect((await customersOf(ada.id)).map(({ providerCustomerId }) => providerCustomerId)).toEqual([made[0]?.id]);
    await app.pay(open.sessionId ?? '', { email: 'typed@example.com' });
    const { customers, subscriptions } = await app.truth();
    expect(customers.some(({ email }) => email === 'typed@example.com')).toBe(false);
    expect(subscriptions.at(-1)?.customerId).toBe(made[0]?.id);
  });

  test('an open session without a customer is not offered again', async () => {
    const first = await checkout({ plan: 'pro' });
    expect((await checkout({ plan: 'pro' })).sessionId).toBe(first.sessionId);
    await prisma().checkout.updateMany({ where: { sessionId: first.sessionId }, data: { customerId: null } });
    expect((await checkout({ plan: 'pro' })).sessionId).not.toBe(first.sessionId);
  });

  test('a customer that is recorded already is used, whatever the provider reports about it', async () => {
    await companyPurchase(app, { plan: 'starter', interval: 'one_time', email: ada.email });
    const known = (await app.truth()).customers.find(({ email }) => email === ada.email);
    const providerCustomerId = known?.id ?? '';
    const id = recordId('customer', provider, providerCustomerId);
    const data = { id, userId: ada.id, provider, providerCustomerId, email: ada.email };
    await prisma().customer.create({ data });
    await app.buy(ada, { plan: 'pro' });
    expect((await app.truth()).subscriptions.at(-1)?.customerId).toBe(providerCustomerId);
    expect(await customersOf(ada.id)).toHaveLength(1);
  });

  test("with several customers the portal opens the live subscription's", async () => {
    await app.buy(ada, { plan: 'enterprise' });
    const input = { userId: ada.id, userEmail: `second-${provider}@example.com`, idempotencyKey: `second ${ada.id}` };
    const created = provider === 'gamma' ? null : await app.deps.billing.adapter.createCustomer(input);
    const providerCustomerId = created?.providerCustomerId ?? crypto.randomUUID();
    const id = recordId('customer', provider, providerCustomerId);
    const data = { id, userId: ada.id, provider, providerCustomerId, email: '', updatedAt: new Date() };
    await prisma().customer.upsert({ where: { id }, create: data, update: data });
    const { url } = await app.as<{ url: string }>(ada.cookie, '/api/payments/portal', {});
    expect(await (await fetch(url)).text()).toContain('Enterprise');
  });
});

describe.each(['beta', 'gamma'])('%s: an address that belongs to another customer', (provider) => {
  const NOT_VERIFIED = { error: 'Email address not verified' };
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  test("is refused by both APIs alike, after the specification's own checks", async () => {
    await companyPurchase(app, { plan: 'pro', email: 'taken@example.com' });
    const { cookie } = await app.signUp('taken@example.com', false);
    const rest = await call('/api/payments/checkout', { plan: 'pro' }, cookie);
    expect(await answerOf(rest)).toEqual({ status: 403, body: NOT_VERIFIED });
    const trpc = await answerOf(await call('/api/trpc/checkout.start', { plan: 'pro' }, cookie));
    expect(trpc).toMatchObject({ status: 403, body: { error: { message: NOT_VERIFIED.error } } });
    expect((await call('/api/payments/checkout', { plan: 'free' }, cookie)).status).toBe(400);
    expect((await call('/api/payments/checkout', { plan: 'pro' })).status).toBe(401);
    expect(await prisma().checkout.count({ where: { openKey: { not: null } } })).toBe(0);
  });

  test('is refused ten times and then no longer looked up, per user and per address', async () => {
    await companyPurchase(app, { plan: 'pro', email: 'often@example.com' });
    const first = await app.signUp('often@example.com', false);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await call('/api/payments/checkout', { plan: 'pro' }, first.cookie)).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
    const refused = await call('/api/payments/checkout', { plan: 'pro' }, first.cookie);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await call('/api/auth/delete-user', { password: PASSWORD }, first.cookie);
    const again = await app.signUp('often@example.com', false);
    expect((await call('/api/payments/checkout', { plan: 'pro' }, again.cookie)).status).toBe(429);
  });
});
