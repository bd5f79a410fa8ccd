import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerNames } from '../../../adapters/index.ts';
import type { Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { reconcile } from './reconcile.ts';

describe.each(providerNames)('a customer that %s deleted without a webhook', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const prisma = () => app.deps.billing.database.prisma;

  /** A subscriber whose customer the provider deletes while every webhook is lost. */
  async function lost() {
    const buyer = await app.signUp();
    await app.buy(buyer, { plan: 'pro' });
    const customer = await prisma().customer.findFirstOrThrow({ where: { userId: buyer.id } });
    await app.control('POST', 'switches', { drop: 1 });
    await app.control('DELETE', `customers/${customer.providerCustomerId}`);
    await app.settle();
    await app.control('POST', 'switches', { reset: true });
    return { buyer, customer };
  }

  const statusOf = async (buyer: Person) => (await app.subscription(buyer)).status;

  it.each(['command', 'schedule'] as const)(
    'is marked deleted by the run of a %s, and its user buys again',
    async (trigger) => {
      const { buyer, customer } = await lost();
      expect(['active', 'trialing']).toContain(await statusOf(buyer));
      const { billing } = app.deps;
      const run = await reconcile(billing, { adapter: billing.adapter, fix: true, trigger, paceMs: 0 });
      expect(run).toMatchObject({ failed: 0, stopped: null });
      const where = { runId: run.id, class: 'deleted_customer' };
      expect(await prisma().drift.findMany({ where })).toMatchObject([
        { providerCustomerId: customer.providerCustomerId, userId: buyer.id, fixed: true },
      ]);
      expect(await prisma().customer.findUnique({ where: { id: customer.id } })).toMatchObject({
        deletedAt: expect.any(Date),
      });
      expect(['canceled', 'deleted']).toContain(await statusOf(buyer));
      await app.buy(buyer, { plan: 'pro' });
      expect(['active', 'trialing']).toContain(await statusOf(buyer));
      const { url } = await app.as<{ url: string }>(buyer.cookie, '/api/payments/portal', {});
      expect((await fetch(url)).status).toBe(200);
      expect(await prisma().customer.count({ where: { userId: buyer.id, deletedAt: null } })).toBe(1);
    },
  );

  it('is only reported by a read-only run', async () => {
    const { customer } = await lost();
    const { billing } = app.deps;
    const run = await reconcile(billing, { adapter: billing.adapter, fix: false, trigger: 'command', paceMs: 0 });
    const where = { runId: run.id, providerCustomerId: customer.providerCustomerId };
    const drifts = await prisma().drift.findMany({ where, orderBy: { class: 'asc' } });
    expect(drifts.map((drift) => [drift.class, drift.fixed])).toEqual([
      ['deleted_customer', false],
      ['status', false],
    ]);
    expect(await prisma().customer.findUnique({ where: { id: customer.id } })).toMatchObject({ deletedAt: null });
  });
});
