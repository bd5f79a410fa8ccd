import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Adapter } from '../../adapters/adapter.ts';
import type { Person } from '../../testing/app/people.ts';
import { addSubscription } from '../../testing/app/rows.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { liveOf } from '../../testing/company/purchases.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { providersHere } from '../../testing/run/storey.ts';
import type { LiveSubscriptions } from '../subscriptions/duplicates/listLive.ts';

mayComplain(/Failed to create checkout session/, /Internal Server Error/, /request completed/);

/** A buyer whose first payment is on its way (a bank debit takes days) chooses to wait for it or to end it. */
describe.each(providersHere('gamma'))('%s', (provider) => {
  let app: SandboxedApp;
  let ada: Person;

  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ada = await app.signUp();
  });
  afterEach(() => app.control('POST', 'switches', { reset: true }));

  const prisma = () => app.deps.billing.database.prisma;
  const ask = async (body: object) => answerOf(await app.call('/api/payments/checkout', post(body, ada.cookie)));
  const choice = (plan: string, interval = 'month') =>
    `${app.deps.billing.baseUrl}/pending-payment?plan=${plan}&interval=${interval}`;
  const endAwaited = (subscriptionId: string, cookie = ada.cookie) =>
    app.call('/api/trpc/subscription.endAwaited', post({ subscriptionId }, cookie));

  const records = () => app.trpc<LiveSubscriptions>(ada, 'subscription.live');

  async function atCompany() {
    const { subscriptions, invoices } = await app.truthOf(ada);
    const [bought] = liveOf({ subscriptions });
    return { bought, invoice: invoices.find(({ subscriptionId }) => subscriptionId === bought?.id) };
  }

  /**
   * Starter, bought by bank debit where the provider supports it; otherwise the sandbox's books are set to the same
   * state.
   */
  async function awaitStarter(): Promise<string> {
    // A user who had a trial before gets none, so that there is something to pay.
    await addSubscription(app, ada, { provider, status: 'canceled', currentPeriodEnd: new Date(1) });
    const { sessionId } = await app.checkout(ada, { plan: 'starter' });
    if (provider === 'alpha') await app.pay(sessionId, { number: 'bank_debit' });
    else {
      await writeDown();
      await app.settle();
      await app.trpc(ada, 'subscription.check', {});
    }
    const [awaited] = (await records()).awaited;
    expect(awaited).toMatchObject({ plan: 'starter', status: 'incomplete', awaitsPayment: true });
    return awaited?.id ?? '';
  }

  async function writeDown() {
    const customer = await prisma().customer.findFirstOrThrow({ where: { userId: ada.id } });
    const { prices } = app.deps.settings.providers[app.deps.settings.provider];
    const price = prices.find(({ plan, interval }) => plan === 'starter' && interval === 'month');
    const now = Date.now();
    const subscription = {
      id: randomUUID(),
      status: 'incomplete',
      periodStart: now,
      periodEnd: now + 2_592_000_000,
    };
    await app.control('POST', 'facts', {
      id: `fact-${ada.id}`,
      type: 'subscription.created',
      at: now,
      customer: { id: customer.providerCustomerId, email: ada.email, userId: ada.id },
      price: { id: price?.id, plan: 'starter', label: 'Starter', interval: 'month', amount: 490, currency: 'usd' },
      subscription,
    });
  }

  test('another plan or the same plan: our page offers both choices, and nothing is sold', async () => {
    await awaitStarter();
    const sold = await prisma().checkout.count({ where: { userId: ada.id } });
    for (const [plan, interval] of [
      ['enterprise', 'month'],
      ['starter', 'month'],
      ['starter', 'year'],
    ] as const) {
      const { status, body } = await ask({ plan, interval });
      expect({ status, body }).toMatchObject({ status: 200, body: { url: choice(plan, interval) } });
    }
    expect(await prisma().checkout.count({ where: { userId: ada.id } })).toBe(sold);
    const once = await ask({ plan: 'pro', interval: 'one_time' });
    expect((once.body as { url: string }).url).toContain(app.sandboxUrl);
  });

  test('ending it: it ends at the provider, and the next plan is sold', async () => {
    const id = await awaitStarter();
    const stranger = await app.signUp();
    expect((await endAwaited(id, stranger.cookie)).status).toBe(404);
    expect((await endAwaited(id)).status).toBe(200);
    expect((await atCompany()).bought).toBeUndefined();
    expect(await records()).toMatchObject({ live: [], awaited: [], asked: expect.any(Boolean) });
    const { body } = await ask({ plan: 'enterprise' });
    expect((body as { url: string }).url).toContain(app.sandboxUrl);
    expect((await endAwaited(id)).status).toBe(404);
  });

  /** When the provider is next asked for a subscription, a webhook changes its record before the answer arrives. */
  function overtake(): void {
    const adapter = app.deps.billing.adapters.get(provider) as Adapter;
    const { fetchSubscription } = adapter;
    const overtaken: Adapter['fetchSubscription'] = async (...asked) => {
      Object.assign(adapter, { fetchSubscription });
      const told = await fetchSubscription(...asked);
      await prisma().subscription.updateMany({ where: { userId: ada.id }, data: { version: { increment: 1 } } });
      return told;
    };
    Object.assign(adapter, { fetchSubscription: overtaken });
  }

  test('a webhook arrives during the provider call: the provider is asked again', async () => {
    const id = await awaitStarter();
    overtake();
    expect(await ask({ plan: 'enterprise' })).toMatchObject({ status: 200, body: { url: choice('enterprise') } });
    overtake();
    expect((await endAwaited(id)).status).toBe(200);
    await app.buy(ada, { plan: 'pro' });
    overtake();
    const refreshed = await app.trpc(ada, 'subscription.refresh', {});
    expect(refreshed).toMatchObject({ subscription: { plan: 'pro', isLive: true } });
  });

  test('the provider is unavailable: nothing is sold, nothing is ended', async () => {
    // A tie of the purchase may be due for its next reading.
    mayComplain(/A tie waits for the provider/);
    const id = await awaitStarter();
    await app.control('POST', 'switches', { api: { mode: 'error500' } });
    expect(await ask({ plan: 'enterprise' })).toMatchObject({ status: 500 });
    expect((await endAwaited(id)).status).toBe(500);
    await app.control('POST', 'switches', { api: { mode: 'ok' } });
    expect((await atCompany()).bought).toMatchObject({ status: 'incomplete' });
  });

  test.runIf(provider === 'alpha')(
    'the payment arrives but its webhooks are lost: the subscription continues, and another plan is a plan change',
    async () => {
      const id = await awaitStarter();
      await app.control('POST', 'switches', { drop: 1 });
      await app.control('POST', `invoices/${(await atCompany()).invoice?.id}/collect`, {});
      await app.settle();
      expect((await endAwaited(id)).status).toBe(409);
      const { bought, invoice } = await atCompany();
      expect(bought).toMatchObject({ status: 'active' });
      expect(invoice).toMatchObject({ status: 'paid', refunded: 0 });
      const { body } = await ask({ plan: 'enterprise' });
      expect((body as { url: string }).url).toContain('/change-plan?');
      expect((await records()).live).toMatchObject([{ plan: 'starter', status: 'active' }]);
    },
  );
});
