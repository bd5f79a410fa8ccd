import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere } from '../testing/run/storey.ts';

mayComplain(/Internal Server Error/, /request completed/, /Failed to create checkout session/);

const NO_CUSTOMER = { status: 404, body: { error: 'No customer found' } };

/** The provider deleted a customer and the service missed the webhook. */
describe.each(providersHere('beta'))('%s', (provider) => {
  let app: SandboxedApp;
  let buyer: Person;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    buyer = await app.signUp();
  });

  const prisma = () => app.deps.billing.database.prisma;
  const ask = async (path: string, body: object) =>
    answerOf(await app.call(`/api/payments/${path}`, post(body, buyer.cookie)));
  const customers = () => prisma().customer.findMany({ where: { userId: buyer.id }, orderBy: { createdAt: 'asc' } });

  async function loseCustomer() {
    const [customer] = await customers();
    await app.control('POST', 'switches', { drop: 1 });
    await app.control('DELETE', `customers/${customer?.providerCustomerId}`);
    await app.settle();
    await app.control('POST', 'switches', { drop: 0 });
  }

  /** The user buys again, as a new customer, and gets the purchase. */
  async function expectToBuyAgain(plan: string) {
    await app.buy(buyer, { plan });
    expect((await customers()).map(({ deletedAt }) => deletedAt === null)).toEqual([false, true]);
    expect(await app.subscription(buyer)).toMatchObject({ plan, status: 'active' });
    expect((await ask('portal', {})).status).toBe(200);
  }

  test('the portal reports no customer, and the plan can be bought again', async () => {
    await app.buy(buyer, { plan: 'pro' });
    await loseCustomer();
    expect(await ask('portal', {})).toEqual(NO_CUSTOMER);
    expect(await ask('portal', {})).toEqual(NO_CUSTOMER);
    await expectToBuyAgain('pro');
  });

  test.each(['pro', 'enterprise'])('a pro subscriber starts a checkout of %s, and it can be paid', async (plan) => {
    await app.buy(buyer, { plan: 'pro' });
    await loseCustomer();
    await expectToBuyAgain(plan);
  });

  test('a user with only a one-time purchase can buy again too', async () => {
    await app.buy(buyer, { plan: 'pro', interval: 'one_time' });
    await loseCustomer();
    await app.buy(buyer, { plan: 'starter' });
    expect((await customers()).map(({ deletedAt }) => deletedAt === null)).toEqual([false, true]);
  });

  test('a checkout left open for the lost customer is not offered again', async () => {
    const open = await app.checkout(buyer, { plan: 'pro' });
    await loseCustomer();
    const next = await app.checkout(buyer, { plan: 'pro' });
    expect(next.sessionId).not.toBe(open.sessionId);
    await app.pay(next.sessionId);
    expect(await prisma().subscription.count({ where: { userId: buyer.id, status: 'trialing' } })).toBe(1);
  });

  test('an API key of another account, which knows none of the customers, ends no subscription', async () => {
    await app.buy(buyer, { plan: 'pro' });
    const known = await prisma().customer.findMany({
      where: { deletedAt: null },
      orderBy: { updatedAt: 'desc' },
      take: 4,
    });
    expect(known).toHaveLength(4);
    for (const { id, providerCustomerId } of known) {
      const unknown = provider === 'gamma' ? crypto.randomUUID() : `${providerCustomerId}_of_another`;
      await prisma().customer.update({ where: { id }, data: { providerCustomerId: unknown } });
    }
    expect((await ask('portal', {})).status).toBe(500);
    expect((await ask('checkout', { plan: 'pro' })).status).toBe(500);
    expect((await customers()).map(({ deletedAt }) => deletedAt)).toEqual([null]);
    expect(await prisma().subscription.count({ where: { userId: buyer.id, status: 'trialing' } })).toBe(1);
    for (const { id, providerCustomerId } of known) {
      await prisma().customer.update({ where: { id }, data: { providerCustomerId } });
    }
  });
});
