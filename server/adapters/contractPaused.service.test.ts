import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionCard } from '../../client/views/subscriptionCard.ts';
import type { AccessView } from '../billing/access/currentAccess.ts';
import type { SubscriptionDetails } from '../billing/subscriptions/details.ts';
import type { LiveSubscriptions } from '../billing/subscriptions/duplicates/listLive.ts';
import { reconcile } from '../billing/sync/reconcile/reconcile.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';

const ENDING = { paused: true, cancelAtPeriodEnd: true, canceledAt: expect.any(String) };
const KEPT = { paused: true, cancelAtPeriodEnd: false };

/**
 * Canceling while paused: Creem's status of a paused subscription doesn't say that it is to end. Polar pauses once the
 * period is over, so there it ends at once.
 */
describe.each(['alpha', 'beta'] as const)('paused at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const change = async (buyer: Person, kind: string) => {
    const answer = await answerOf(await app.call('/api/payments/change', post({ kind }, buyer.cookie)));
    await app.settle();
    return answer;
  };
  const current = async (buyer: Person) => (await app.subscriptions(buyer))[0] as SubscriptionDetails;

  async function pausing() {
    const buyer = await app.signUpPaying({ plan: 'pro' });
    await change(buyer, 'pause');
    expect(await current(buyer)).toMatchObject(KEPT);
    return buyer;
  }

  it('to end with its period: said everywhere until that is taken back', async () => {
    const buyer = await pausing();
    const answer = await change(buyer, 'cancel_at_period_end');
    expect(answer).toMatchObject({ status: 200, body: { subscription: ENDING } });
    const { billing } = app.deps;
    await reconcile(billing, { adapter: billing.adapter, fix: true, trigger: 'command', paceMs: 0 });
    expect(await current(buyer)).toMatchObject(ENDING);
    const { live } = await app.trpc<LiveSubscriptions>(buyer, 'subscription.live');
    const subscription = live[0] as LiveSubscriptions['live'][number];
    expect(subscription).toMatchObject(ENDING);
    const access = await app.trpc<AccessView>(buyer, 'subscription.access');
    const card = subscriptionCard(subscription, { access, asked: true, now: billing.now() });
    expect(card).toMatchObject({
      badge: { kind: 'cancels', at: subscription.currentPeriodEnd },
      statement: { ends: subscription.currentPeriodEnd },
    });
    expect(await change(buyer, 'resume')).toMatchObject({ status: 200, body: { subscription: KEPT } });
    expect(await current(buyer)).toMatchObject(KEPT);
  });

  it('to end by a click on the page of the provider: said too, and then it ends', async () => {
    const buyer = await pausing();
    const { providerSubscriptionId: id } = await current(buyer);
    const { url } = await app.as<{ url: string }>(buyer.cookie, '/api/payments/portal', {});
    const click = async (action: string) => {
      const { status } = await fetch(`${url}/${action}/${id}`, { method: 'POST', redirect: 'manual' });
      expect(status).toBe(303);
      await app.settle();
    };
    await click('cancel');
    expect(await current(buyer)).toMatchObject(ENDING);
    await click('keep');
    expect(await current(buyer)).toMatchObject(KEPT);
    await change(buyer, 'cancel_at_period_end');
    await app.moveClock({ days: 40 });
    expect((await current(buyer)).status).toMatch(/canceled|deleted/);
  });
});
