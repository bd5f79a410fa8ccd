import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { companyCheckout, companyPurchase } from '../../../testing/company/companySide.ts';
import { recordId } from '../../records/recordId.ts';
import { reconcile } from './reconcile.ts';

describe.each(['beta', 'gamma'])('%s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const prisma = () => app.deps.billing.database.prisma;
  const repair = (userId?: string) =>
    reconcile(app.deps.billing, {
      adapter: app.deps.billing.adapter,
      fix: true,
      trigger: 'command',
      paceMs: 0,
      userId,
    });
  const driftsOf = ({ id: runId }: { id: string }) => prisma().drift.findMany({ where: { runId } });
  const subscriptionOf = (userId: string) => prisma().subscription.findFirstOrThrow({ where: { userId } });

  /** A subscription of `userId` that the provider attaches to the customer with this address. */
  async function buyUnlinked(userId: string, address: string) {
    await app.pay(await companyCheckout(app, { plan: 'starter', metadata: { userId } }), { email: address });
    const record = await subscriptionOf(userId);
    expect(record.customerId).toBeNull();
    return record;
  }

  /** A user with their own customer, and a subscription attached to a customer that no one here owns. */
  async function startUnlinked(name: string) {
    const buyer = await app.signUp();
    const address = `${name}-${provider}@example.com`;
    await companyPurchase(app, { plan: 'enterprise', email: address });
    await app.checkout(buyer, { plan: 'pro', interval: 'one_time' });
    return { buyer, record: await buyUnlinked(buyer.id, address) };
  }

  async function endUnheard(providerSubscriptionId: string) {
    await app.control('POST', 'switches', { drop: 1 });
    await app.control('POST', `subscriptions/${providerSubscriptionId}/cancel_now`);
    await app.control('POST', 'switches', { reset: true });
  }

  test("a subscription on another user's customer is no drift, and no run touches it", async () => {
    const [victim, mallory] = [await app.signUp(), await app.signUp()];
    await app.buy(victim, { plan: 'pro' });
    const before = await buyUnlinked(mallory.id, victim.email);
    const run = await repair();
    expect(await driftsOf(run)).toEqual([]);
    expect(await subscriptionOf(mallory.id)).toEqual(before);
  });

  test.each([
    ['all', () => undefined],
    ['one user', (id: string) => id],
  ])('an unlinked subscription is compared too, by a run over %s', async (name, only) => {
    const { buyer, record } = await startUnlinked(`unlinked-${name.replace(' ', '-')}`);
    expect(await driftsOf(await repair(only(buyer.id)))).toEqual([]);
    expect(await subscriptionOf(buyer.id)).toEqual(record);
    await endUnheard(record.providerSubscriptionId);
    const drifts = await driftsOf(await repair(only(buyer.id)));
    expect(drifts).toMatchObject([
      { class: 'status', ours: 'active', theirs: 'canceled', userId: buyer.id, fixed: true },
    ]);
    expect(await subscriptionOf(buyer.id)).toMatchObject({ status: 'canceled', customerId: null });
  });

  test('an unlinked subscription that the provider does not know is ended by a manual run', async () => {
    const { buyer, record } = await startUnlinked('unlinked-gone');
    const providerSubscriptionId = crypto.randomUUID();
    const id = recordId('subscription', provider, providerSubscriptionId);
    await prisma().subscription.update({ where: { id: record.id }, data: { id, providerSubscriptionId } });
    const drifts = await driftsOf(await repair());
    expect(drifts).toMatchObject([{ class: 'missing_there', userId: buyer.id, fixed: true }]);
    expect(await subscriptionOf(buyer.id)).toMatchObject({ id, status: 'canceled' });
  });
});
