import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../../../adapters/index.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { post } from '../../../testing/calls/requests.ts';
import { explain } from '../../ledger/explain.ts';
import { listOpenReturns } from './openReturns.ts';

describe.each(providerNames)('%s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  test("an upgrade's charge that is refunded in full keeps the plan, and operators see it until the period ends", async () => {
    const buyer = await app.signUpPaying({ plan: 'starter' });
    await app.moveClock({ days: 10 });
    await app.call('/api/payments/change', post({ plan: 'pro' }, buyer.cookie));
    await app.settle();
    const { billing } = app.deps;
    expect(await listOpenReturns(billing)).toEqual([]);
    const { invoices } = await app.truth();
    const upgrade = invoices.findLast(({ status, amount }) => status === 'paid' && amount > 0);
    await app.control('POST', 'refund', { invoiceId: upgrade?.id });
    await app.settle();
    expect(await app.access(buyer)).toMatchObject({ plan: 'pro', reason: 'active' });
    const expected = [{ kind: 'upgrade', userId: buyer.id, provider, plan: 'pro', currency: 'usd' }];
    expect(await listOpenReturns(billing)).toMatchObject(expected);
    expect(await explain(billing, buyer.id)).toMatchObject({ returns: expected });
    await app.moveClock({ days: 32 });
    expect(await listOpenReturns(billing)).toEqual([]);
  });

  test("a whole period's refund is no upgrade's, and an open dispute is listed", async () => {
    const buyer = await app.signUpPaying({ plan: 'pro' });
    const { invoices } = await app.truth();
    const invoiceId = invoices.findLast(({ status, amount }) => status === 'paid' && amount > 0)?.id;
    const other = await app.signUpPaying({ plan: 'pro' });
    const { invoices: more } = await app.truth();
    await app.control('POST', 'refund', { invoiceId });
    await app.control('POST', 'disputes', { invoiceId: more.findLast(({ amount }) => amount > 0)?.id });
    await app.settle();
    expect(await app.access(buyer)).toMatchObject({ reason: 'refunded' });
    // Only a reconcile reads Polar's.
    const expected = provider === 'gamma' ? [] : [{ kind: 'dispute', userId: other.id, amount: '9.90' }];
    expect(await listOpenReturns(billing())).toMatchObject(expected);
  });

  const billing = () => app.deps.billing;
});
