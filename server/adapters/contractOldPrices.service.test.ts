import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSubscription } from '../billing/subscriptions/changes/changeSubscription.ts';
import type { TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { providerNames } from './index.ts';

type Request = Parameters<typeof changeSubscription>[2];

/** After a price was raised with a new id, those who bought the old one keep paying it. */
describe.each(providerNames)('an older price at %s', (provider) => {
  let app: SandboxedApp;
  /** Sells the new price. */
  let peer: TestApp;
  beforeAll(async () => {
    const name = `${provider.toUpperCase()}_PRICE_PRO_MONTH`;
    app = await startSandboxedApp(provider, { environment: { [name]: 'price_old,price_new' } });
    peer = await app.startPeer({ [name]: 'price_new,price_old' });
    await app.control('POST', 'prices/price_new', { amount: 1_290 });
  });
  afterAll(async () => {
    await peer?.close();
    await app.close();
  });

  const priceOf = async (buyer: Person) => {
    const { prisma } = app.deps.billing.database;
    return (await prisma.subscription.findFirst({ where: { userId: buyer.id } }))?.priceId;
  };
  const change = async ({ id, email }: Person, request: Request) => {
    await changeSubscription(
      peer.deps.billing,
      { id, email, emailVerified: true, operator: false, scopes: new Set(['write']) },
      request,
    );
    await app.settle();
  };

  it.each<[string, Request, object]>([
    ['taken back', { kind: 'undo' }, { status: 'active' }],
    ['replaced by a cancellation', { kind: 'cancel_at_period_end' }, { cancelAtPeriodEnd: true }],
  ])('stays after a scheduled downgrade was %s', async (_, request, shown) => {
    const buyer = await app.signUpPaying({ plan: 'pro' });
    expect(await app.subscription(buyer)).toMatchObject({ amount: '9.90' });
    await app.moveClock({ days: 35 });
    await change(buyer, { plan: 'starter' });
    await change(buyer, request);
    const expected = { plan: 'pro', amount: '9.90', ...shown };
    const live = async () => (await app.subscriptions(buyer))[0];
    expect(await live()).toMatchObject(expected);
    expect(await priceOf(buyer)).toBe('price_old');
    if ('cancelAtPeriodEnd' in shown) return;
    await app.moveClock({ days: 31 });
    expect(await live()).toMatchObject(expected);
    const { invoices } = await app.truth();
    expect(invoices.at(-1)).toMatchObject({ amount: 990 });
  });

  it('is what an upgrade is prorated from that replaces a scheduled downgrade', async () => {
    const buyer = await app.signUpPaying({ plan: 'pro' });
    await app.moveClock({ days: 35 });
    await change(buyer, { plan: 'starter' });
    await change(buyer, { plan: 'enterprise' });
    const { subscriptions, invoices } = await app.truthOf(buyer);
    const { currentPeriodStart: start = '', currentPeriodEnd: end = '' } = subscriptions.at(-1) ?? {};
    const { createdAt = '', amount } = invoices.at(-1) ?? {};
    const left = (Date.parse(end) - Date.parse(createdAt)) / (Date.parse(end) - Date.parse(start));
    expect(left).toBeLessThan(1);
    expect(Math.abs(Number(amount) - (9_990 - 990) * left)).toBeLessThanOrEqual(2);
  });
});
