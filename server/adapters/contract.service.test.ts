import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentsOf } from '../testing/app/rows.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { providerNames } from './index.ts';

/** The acceptance tests of a provider: lifecycles of subscribers, through the adapter, its sandbox and the database. */
describe.each(providerNames)('provider %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const act = async (id: string, action: string, body: object = {}) => {
    await app.control('POST', `subscriptions/${id}/${action}`, body);
    await app.settle();
  };
  const change = async (id: string, kind: 'cancel_at_period_end' | 'resume' | 'cancel_now') => {
    await app.deps.billing.adapter.changeSubscription(id, { kind });
    await app.settle();
  };

  async function paying() {
    const buyer = await app.signUpPaying({ plan: 'starter' });
    return { buyer, current: await app.subscription(buyer) };
  }
  /** The company's id of who has that subscription. */
  async function customerOf({ providerSubscriptionId }: { providerSubscriptionId: string }) {
    const { subscriptions } = await app.truth();
    return subscriptions.find(({ id }) => id === providerSubscriptionId)?.customerId;
  }

  it('trial: the plan is on trial, nothing is charged', async () => {
    const buyer = await app.signUp();
    const { url, outcome } = await app.buy(buyer, { plan: 'pro' });
    expect(url).toContain(app.sandboxUrl);
    expect(outcome).toBe('paid');
    const current = await app.subscription(buyer);
    expect(current).toMatchObject({
      userId: buyer.id,
      provider,
      status: 'trialing',
      plan: 'pro',
      interval: 'month',
      amount: '9.90',
      currency: 'usd',
      cancelAtPeriodEnd: false,
      canceledAt: null,
    });
    const days = (Date.parse(current.trialEnd ?? '') - Date.parse(current.trialStart ?? '')) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    expect((await paymentsOf(app, buyer)).filter(({ amount }) => amount !== '0.00')).toEqual([]);
  });

  it('create: without a trial the first payment is taken and recorded once', async () => {
    const { buyer, current } = await paying();
    expect(current).toMatchObject({ status: 'active', plan: 'starter', amount: '4.90', trialEnd: null });
    const paid = (await paymentsOf(app, buyer)).filter(({ amount }) => amount !== '0.00');
    expect(paid).toMatchObject([{ type: 'subscription', status: 'succeeded', amount: '4.90', currency: 'usd' }]);
    expect(paid[0]).toMatchObject({ customerId: current.customerId, subscriptionId: current.id });
  });

  it('yearly: the price and the interval of a year', async () => {
    const buyer = await app.signUp();
    await app.buy(buyer, { plan: 'enterprise', interval: 'year' });
    expect(await app.subscription(buyer)).toMatchObject({ plan: 'enterprise', interval: 'year', amount: '999.00' });
  });

  it('declined: nothing is recorded, and the same checkout can still be paid', async () => {
    const buyer = await app.signUp();
    const { sessionId } = await app.checkout(buyer, { plan: 'pro' });
    const declined = app.pay(sessionId, { number: '4000000000000002' }).then(({ outcome }) => outcome);
    expect(await declined.catch(() => 'declined')).not.toBe('paid');
    expect(await app.subscription(buyer)).toBeNull();
    expect((await app.checkout(buyer, { plan: 'pro' })).sessionId).toBe(sessionId);
    expect((await app.pay(sessionId)).outcome).toBe('paid');
    expect((await app.subscription(buyer)).status).toBe('trialing');
  });

  it('renew: the next period begins and a second payment is recorded', async () => {
    const { buyer, current } = await paying();
    await app.control('POST', 'clock', { days: 32 });
    await app.settle();
    const renewed = await app.subscription(buyer);
    expect(renewed).toMatchObject({ id: current.id, status: 'active' });
    expect(Date.parse(renewed.currentPeriodEnd)).toBeGreaterThan(Date.parse(current.currentPeriodEnd));
    const paid = (await paymentsOf(app, buyer)).filter(({ amount }) => amount === '4.90');
    expect(paid.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });

  it('fail and recover: past due, then active again once the card is replaced', async () => {
    const { buyer, current } = await paying();
    const customerId = await customerOf(current);
    await app.control('POST', 'card', { customerId, number: '4000000000000341' });
    await act(current.providerSubscriptionId, 'renew');
    expect((await app.subscription(buyer)).status).toBe('past_due');
    await app.control('POST', 'card', { customerId, number: '4242424242424242' });
    await app.settle();
    expect(await app.subscription(buyer)).toMatchObject({ id: current.id, status: 'active' });
  });

  it('standing: what was paid for runs, rests while it is paused, and is over once the provider gave up the debt', async () => {
    const { buyer, current } = await paying();
    const { adapter, database } = app.deps.billing;
    const found = async () => {
      const { standing } = await database.prisma.subscription.findUniqueOrThrow({ where: { id: current.id } });
      const snapshot = await adapter.fetchSubscription(current.providerSubscriptionId);
      return { told: standing, read: snapshot?.subscription.standing, plan: (await app.access(buyer)).plan };
    };
    expect(await found()).toEqual({ told: 'running', read: 'running', plan: 'starter' });
    await act(current.providerSubscriptionId, 'pause');
    expect(await found()).toEqual({ told: 'paused', read: 'paused', plan: 'free' });
    await act(current.providerSubscriptionId, 'resume');
    expect(await found()).toEqual({ told: 'running', read: 'running', plan: 'starter' });
    await act(current.providerSubscriptionId, 'mark_unpaid');
    expect(await found()).toEqual({ told: 'over', read: 'over', plan: 'free' });
  });

  it('upgrade: the price decides the plan, and the charge for the change does not count as the price', async () => {
    const { buyer, current } = await paying();
    const changed = { kind: 'change_plan', plan: 'pro', interval: 'year' } as const;
    await app.deps.billing.adapter.changeSubscription(current.providerSubscriptionId, changed);
    await app.settle();
    expect(await app.subscription(buyer)).toMatchObject({
      id: current.id,
      plan: 'pro',
      interval: 'year',
      amount: '99.00',
    });
  });

  it('cancel at the end and resume', async () => {
    const { buyer, current } = await paying();
    await change(current.providerSubscriptionId, 'cancel_at_period_end');
    expect(await app.subscription(buyer)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    await change(current.providerSubscriptionId, 'resume');
    expect(await app.subscription(buyer)).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
      canceledAt: null,
    });
  });

  it('cancel now: ended at once, and the plan can be bought again', async () => {
    const { buyer, current } = await paying();
    await change(current.providerSubscriptionId, 'cancel_now');
    const ended = await app.subscription(buyer);
    expect(['canceled', 'deleted']).toContain(ended.status);
    expect(ended.canceledAt).not.toBeNull();
    expect((await app.checkout(buyer, { plan: 'pro' })).sessionId).not.toBe(current.providerSubscriptionId);
  });

  it('a live subscriber is sent to the plan change, never to a second checkout', async () => {
    const { buyer, current } = await paying();
    expect((await app.checkout(buyer, { plan: 'pro' })).sessionId).toBe(current.providerSubscriptionId);
  });

  it('one-time: one payment of type one_time, and no subscription', async () => {
    const buyer = await app.signUp();
    await app.buy(buyer, { plan: 'pro', interval: 'one_time' });
    expect(await app.subscription(buyer)).toBeNull();
    expect(await paymentsOf(app, buyer)).toMatchObject([{ type: 'one_time', status: 'succeeded', amount: '99.00' }]);
  });

  it('delete customer: the subscription ends', async () => {
    const { buyer, current } = await paying();
    const customerId = await customerOf(current);
    const known = () => app.deps.billing.adapter.fetchCustomer(customerId ?? '');
    expect(await known()).toEqual({ deleted: false });
    await app.control('DELETE', `customers/${customerId}`);
    await app.settle();
    expect(['canceled', 'deleted']).toContain((await app.subscription(buyer)).status);
    expect((await known())?.deleted ?? true).toBe(true);
  });

  it('account: the same account again, and no subscriptions of an unknown customer', async () => {
    const { adapter } = app.deps.billing;
    const account = await adapter.fetchAccount();
    expect(account.account ?? account.mode).not.toBeNull();
    expect(await adapter.fetchAccount()).toEqual(account);
    expect(await adapter.listSubscriptions('3b6d6a4e-0c7e-4a59-9f0e-000000000000')).toEqual({ items: [] });
  });

  const newCustomer = (userId: string, userEmail: string) =>
    app.deps.billing.adapter.createCustomer({ userId, userEmail, idempotencyKey: `${userId} ${userEmail}` });

  it('customer: created once per user, even by concurrent calls', async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => newCustomer('user_once', 'once@example.com')));
    expect(created.filter((one) => one?.isNew)).toHaveLength(1);
    const made = created.map((one) => one?.providerCustomerId);
    expect(new Set(made).size).toBe(1);
    const { customers } = await app.truth();
    expect(customers.filter(({ email }) => email === 'once@example.com')).toHaveLength(1);
    expect(await app.deps.billing.adapter.fetchCustomer(made[0] ?? '')).toEqual({ deleted: false });
  });

  it("customer: never another user's with that address", async () => {
    const first = await newCustomer('user_first', 'shared@example.com');
    const second = await newCustomer('user_second', 'shared@example.com');
    expect(second?.providerCustomerId).not.toBe(first?.providerCustomerId);
    expect(second === null).toBe(app.deps.billing.adapter.findsBuyersByAddress);
  });

  it('customer: a user whose customer was deleted gets a new one', async () => {
    const first = await newCustomer('user_again', 'again@example.com');
    await app.control('DELETE', `customers/${first?.providerCustomerId}`);
    const input = { userId: 'user_again', userEmail: 'again@example.com', idempotencyKey: 'another' };
    const second = await app.deps.billing.adapter.createCustomer(input);
    expect(second).toEqual({ providerCustomerId: expect.any(String), isNew: true });
    expect(second).not.toEqual(first);
  });

  it('portal: an address at the provider', async () => {
    const { buyer } = await paying();
    const { url } = await app.as<{ url: string }>(buyer.cookie, '/api/payments/portal', {});
    expect((await fetch(url)).status).toBe(200);
  });

  it("snapshots: every subscription record equals the provider's", async () => {
    const { subscriptions } = await app.truth();
    expect(subscriptions.length).toBeGreaterThan(5);
    for (const { id } of subscriptions) {
      const truth = await app.deps.billing.adapter.fetchSubscription(id);
      expect(truth?.subscription.providerSubscriptionId).toBe(id);
    }
  });
});
