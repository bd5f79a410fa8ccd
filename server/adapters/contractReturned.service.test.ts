import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '../billing/sync/reconcile/reconcile.ts';
import { paymentsOf } from '../testing/app/rows.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { providerNames } from './index.ts';

/**
 * A user's access after a lost dispute, as far as the provider reports it, and whether the subscription was ended at
 * once.
 */
const AFTERWARDS: Record<string, [lost: object, ended: object]> = {
  alpha: [
    { plan: 'free', reason: 'disputed' },
    { plan: 'starter', reason: 'canceled' },
  ],
  beta: [
    { plan: 'starter', reason: 'active' },
    { plan: 'starter', reason: 'canceled' },
  ],
  // Polar revokes what it granted as soon as it ends a subscription.
  gamma: [
    { plan: 'free', reason: 'disputed' },
    { plan: 'free', reason: 'not_live' },
  ],
};

/** What each provider reports of a dispute: the payment's status, and the refunded amount once it is lost. */
const DISPUTES: Record<string, [told: string, lost: string]> = {
  alpha: ['disputed', '4.90'],
  beta: ['disputed', '0.00'],
  gamma: ['disputed', '4.90'],
};

/** Refunds and disputes at every provider, through its sandbox, the adapter and the database. */
describe.each(providerNames)('provider %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const change = async (id: string, kind: 'cancel_now') => {
    await app.deps.billing.adapter.changeSubscription(id, { kind });
    await app.settle();
  };

  async function paying() {
    const buyer = await app.signUpPaying({ plan: 'starter' });
    return { buyer, current: await app.subscription(buyer) };
  }

  async function paidInvoice({ providerSubscriptionId }: { providerSubscriptionId: string }) {
    const { invoices } = await app.truth();
    return invoices.find(({ subscriptionId, status }) => subscriptionId === providerSubscriptionId && status === 'paid')
      ?.id;
  }

  it('refund: in part, then the rest, which ends access', async () => {
    const { buyer, current } = await paying();
    const invoiceId = await paidInvoice(current);
    const refunded = async (amount: number) => {
      await app.control('POST', 'refund', { invoiceId, amount });
      await app.settle();
      return (await paymentsOf(app, buyer)).at(-1);
    };
    const paid = { amount: '4.90', currency: 'usd', type: 'subscription' };
    expect(await refunded(190)).toMatchObject({ ...paid, status: 'partially_refunded', amountRefunded: '1.90' });
    expect(await app.access(buyer)).toMatchObject({ plan: 'starter', reason: 'active' });
    expect(await refunded(300)).toMatchObject({ ...paid, status: 'refunded', amountRefunded: '4.90' });
    expect(await app.subscription(buyer)).toMatchObject({ status: 'active', plan: current.plan });
    expect(await app.access(buyer)).toMatchObject({ plan: 'free', reason: 'refunded', until: null });
    const { prisma } = app.deps.billing.database;
    const rows = await prisma.refund.findMany({ where: { provider }, orderBy: { amount: 'asc' } });
    expect(rows.map(({ kind, status, amount }) => ({ kind, status, amount }))).toEqual(
      ['1.90', '3.00'].map((amount) => ({ kind: 'refund', status: 'succeeded', amount })),
    );
  });

  it('a one-time purchase grants its plan for a year, and its refund ends that', async () => {
    const buyer = await app.signUp();
    await app.buy(buyer, { plan: 'pro', interval: 'one_time' });
    const [bought] = await paymentsOf(app, buyer);
    const until = new Date((bought?.paidAt?.getTime() ?? 0) + 365 * 86_400_000).toISOString();
    expect(await app.access(buyer)).toMatchObject({ plan: 'pro', reason: 'purchased', until });
    const { invoices } = await app.truth();
    const invoiceId = invoices.findLast(({ subscriptionId }) => subscriptionId === null)?.id;
    await app.control('POST', 'refund', { invoiceId });
    await app.settle();
    expect(await paymentsOf(app, buyer)).toMatchObject([
      { status: 'refunded', amount: '99.00', amountRefunded: '99.00' },
    ]);
    expect(await app.access(buyer)).toMatchObject({ plan: 'free', reason: 'refunded' });
  });

  /** A reconcile reads what no webhook tells. */
  async function settled() {
    await app.settle();
    const { billing } = app.deps;
    return reconcile(billing, { adapter: billing.adapter, fix: true, trigger: 'command', paceMs: 0 });
  }

  it('dispute: open, won or lost, as far as the provider reports it', async () => {
    const { buyer, current } = await paying();
    const invoiceId = await paidInvoice(current);
    const { id } = await app.control<{ id: string }>('POST', 'disputes', { invoiceId });
    await settled();
    const [told, ended] = DISPUTES[provider] ?? [];
    expect(await app.access(buyer)).toMatchObject({ plan: 'starter', reason: 'active' });
    expect((await paymentsOf(app, buyer)).at(-1)).toMatchObject({ status: told, amountRefunded: '0.00' });
    await app.control('POST', `disputes/${id}/lose`);
    await settled();
    expect((await paymentsOf(app, buyer)).at(-1)).toMatchObject({ status: told, amountRefunded: ended });
    expect(await app.access(buyer)).toMatchObject(AFTERWARDS[provider]?.[0] ?? {});
  });

  it('ended at once: paid time stays until it is refunded', async () => {
    const { buyer, current } = await paying();
    const invoiceId = await paidInvoice(current);
    await change(current.providerSubscriptionId, 'cancel_now');
    const expected = AFTERWARDS[provider]?.[1] ?? {};
    const until = 'plan' in expected && expected.plan === 'starter' ? current.currentPeriodEnd : null;
    expect(await app.access(buyer)).toMatchObject({ ...expected, until });
    await app.control('POST', 'refund', { invoiceId, amount: 100 });
    await app.settle();
    expect(await app.access(buyer)).toMatchObject({ plan: 'free', until: null });
  });
});
