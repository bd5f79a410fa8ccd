import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyCheckout, payAtCompany } from '../../../testing/companySide.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/sandboxedApp.ts';
import { reconcile } from './reconcile.ts';

describe.each(['beta', 'gamma'])('%s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  test("a subscription on another user's customer is no drift, and no run touches it", async () => {
    const { adapter, database } = app.deps.billing;
    const [victim, mallory] = [await app.signUp(), await app.signUp()];
    const session = await app.as<{ sessionId: string }>(victim.cookie, '/api/payments/checkout', { plan: 'pro' });
    await payAtCompany(app, session.sessionId);
    const unbound = { plan: 'starter', metadata: { userId: mallory.id } };
    await payAtCompany(app, await companyCheckout(app, unbound), victim.email);
    const where = { userId: mallory.id };
    const before = await database.prisma.subscription.findFirstOrThrow({ where });
    expect(before.customerId).toBeNull();
    const run = await reconcile(app.deps.billing, { adapter, fix: true, trigger: 'command' });
    expect(await database.prisma.drift.findMany({ where: { runId: run.id } })).toEqual([]);
    expect(await database.prisma.subscription.findFirstOrThrow({ where })).toEqual(before);
  });
});
