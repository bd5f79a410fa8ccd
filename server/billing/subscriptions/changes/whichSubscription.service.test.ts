import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { post } from '../../../testing/calls/requests.ts';
import { companyPurchase } from '../../../testing/company/companySide.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import type { LiveSubscriptions } from '../duplicates/listLive.ts';

mayComplain(/A user has two live subscriptions/, /A second subscription was ended/);

/** Of two live subscriptions the named one is changed, whichever was updated last. */
describe('of several subscriptions', () => {
  let app: SandboxedApp;
  let ada: Person;

  beforeAll(async () => {
    app = await startSandboxedApp('alpha', { environment: { DUPLICATES: 'report' } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ada = await app.signUp();
  });

  const live = async () => (await app.trpc<LiveSubscriptions>(ada, 'subscription.live')).live;

  /** Pro here, and starter at the company. */
  async function buyBoth() {
    await app.buy(ada, { plan: 'pro' });
    await companyPurchase(app, { plan: 'starter', email: ada.email, metadata: { userId: ada.id, plan: 'starter' } });
  }

  test('the highest plan is listed first, and each can be named', async () => {
    await buyBoth();
    const [pro, starter] = await live();
    expect([pro?.plan, starter?.plan]).toEqual(['pro', 'starter']);
    const change = (body: object, cookie = ada.cookie) => app.call('/api/payments/change', post(body, cookie));
    const kind = 'cancel_at_period_end';
    const answer = await change({ kind, subscriptionId: pro?.id });
    expect(await answer.json()).toMatchObject({ subscription: { id: pro?.id, cancelAtPeriodEnd: true } });
    await app.settle();
    expect(await live()).toMatchObject([
      { plan: 'pro', cancelAtPeriodEnd: true },
      { plan: 'starter', cancelAtPeriodEnd: false },
    ]);
    await change({ kind: 'resume', subscriptionId: pro?.id });
    await change({ kind, subscriptionId: starter?.id });
    await app.settle();
    expect(await live()).toMatchObject([
      { plan: 'pro', cancelAtPeriodEnd: false },
      { plan: 'starter', cancelAtPeriodEnd: true },
    ]);
    const { cookie } = await app.signUp();
    expect((await change({ kind, subscriptionId: pro?.id }, cookie)).status).toBe(404);
    expect((await change({ kind, subscriptionId: 'none' })).status).toBe(404);
    expect((await change({ kind, subscriptionId: '' })).status).toBe(400);
  });

  test('without a name the live one is changed and returned, even if an ended one was updated later', async () => {
    await buyBoth();
    const [pro, starter] = await live();
    await app.control('POST', `subscriptions/${starter?.providerSubscriptionId}/cancel_now`, {});
    await app.settle();
    const { prisma } = app.deps.billing.database;
    const later = { updatedAt: new Date(Date.now() + 60_000) };
    await prisma.subscription.update({ where: { id: starter?.id ?? '' }, data: later });
    const byRest = await app.as(ada.cookie, '/api/payments/change', { kind: 'cancel_at_period_end' });
    expect(byRest).toMatchObject({ subscription: { id: pro?.id, plan: 'pro', cancelAtPeriodEnd: true } });
    const byTrpc = await app.trpc(ada, 'subscription.change', { kind: 'resume' });
    const changed = { id: pro?.id, plan: 'pro', cancelAtPeriodEnd: false, isLive: true };
    expect(byTrpc).toMatchObject({ subscription: changed });
  });

  test('a subscription that ended later hides neither the live one nor its price', async () => {
    await buyBoth();
    const starter = (await live()).find(({ plan }) => plan === 'starter');
    await app.control('POST', `subscriptions/${starter?.providerSubscriptionId}/cancel_now`, {});
    await app.settle();
    // The specification's: the latest by `updatedAt`.
    const ended = { plan: 'starter', status: expect.stringMatching(/canceled|deleted/) };
    expect(await app.subscription(ada)).toMatchObject(ended);
    expect(await live()).toMatchObject([{ plan: 'pro', isLive: true }]);
  });
});
