import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Adapter } from '../../../adapters/adapter.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { liveOf } from '../../../testing/company/purchases.ts';
import { mailKept, proveAddress } from '../../../testing/logins/mails.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { providersHere } from '../../../testing/run/storey.ts';
import { lookAtOwners } from '../../subscriptions/duplicates/lookAtOwners.ts';
import { checkoutInput } from '../inputs.ts';
import { startCheckout } from '../startCheckout.ts';

mayComplain(/A second subscription was ended/, /A user has two live subscriptions/, /An account was not joined/);

/** Creem's trials belong to products: who has none is sold the twin without one. */
const twin = { BETA_PRICE_PRO_MONTH: 'price_pro_month,price_pro_month_without_trial' };

/** An open page that is no longer what is offered is replaced like one of another plan. */
describe.each(providersHere('gamma'))('%s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    const environment = { ...mailKept, ...(provider === 'beta' ? twin : {}) };
    app = await startSandboxedApp(provider, { environment });
  });
  afterAll(() => app.close());

  const prisma = () => app.deps.billing.database.prisma;

  test('who confirms the address for a trial gets it, although a page without one is open', async () => {
    const ada = await app.signUpByForm();
    const before = await app.checkout(ada, { plan: 'pro' });
    await proveAddress(app, ada);
    expect(await app.trpc(ada, 'subscription.access')).toMatchObject({ trialAvailable: true });
    await app.buy(ada, { plan: 'pro' });
    expect((await app.truthOf(ada)).subscriptions).toMatchObject([{ status: 'trialing' }]);
    expect(await prisma().checkout.findFirst({ where: { sessionId: before.sessionId } })).toMatchObject({
      supersededBy: expect.any(String),
    });
  });

  test('a page is offered again for as long as its price and trial are those of today', async () => {
    const { billing } = app.deps;
    const ada = await app.signUp();
    const user = { ...ada, emailVerified: true, operator: false, scopes: new Set(['read', 'write']) };
    const request = checkoutInput.parse({ plan: 'pro' });
    const before = await app.checkout(ada, { plan: 'pro' });
    expect((await startCheckout(billing, user, request)).sessionId).toBe(before.sessionId);
    const dearer = billing.plans.plans.map((plan) => ({
      ...plan,
      prices: { ...plan.prices, month: { minorUnits: 1290, currency: 'usd' } },
    }));
    const changed = { ...billing, plans: { ...billing.plans, plans: dearer } };
    const after = await startCheckout(changed, user, request);
    expect(after.sessionId).not.toBe(before.sessionId);
    expect((await startCheckout(changed, user, request)).sessionId).toBe(after.sessionId);
    const listed = (at: string) =>
      billing.prices.listed(at).map((price) => (price.plan === 'pro' ? { ...price, id: `new_${price.id}` } : price));
    const repriced = { ...changed, prices: { ...billing.prices, listed } };
    expect((await startCheckout(repriced, user, request)).sessionId).not.toBe(after.sessionId);
    const shorter = { ...repriced.plans, plans: dearer.map((plan) => ({ ...plan, trial_days: 3 })) };
    const tried = await startCheckout({ ...repriced, plans: shorter }, user, request);
    expect((await startCheckout(repriced, user, request)).sessionId).not.toBe(tried.sessionId);
    const superseded = await prisma().checkout.count({ where: { userId: ada.id, supersededBy: { not: null } } });
    expect(superseded).toBe(4);
    // A release that kept no price made this page.
    await prisma().checkout.updateMany({ where: { userId: ada.id }, data: { offer: null } });
    const kept = await startCheckout(billing, user, request);
    expect((await startCheckout(repriced, user, request)).sessionId).toBe(kept.sessionId);
  });

  test('two pages of one plan, the first too old to be offered again: paid both, one is ended and given back', async () => {
    const ada = await app.signUp();
    await app.spendTrial(ada);
    const old = await app.checkout(ada, { plan: 'pro' });
    await prisma().checkout.updateMany({
      where: { sessionId: old.sessionId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const { sessionId } = await app.checkout(ada, { plan: 'pro' });
    expect(sessionId).not.toBe(old.sessionId);
    if (provider === 'alpha') await expect(app.payPage(old.sessionId)).rejects.toThrow();
    else await app.pay(old.sessionId);
    if (provider === 'alpha') return void (await app.pay(sessionId));
    await app.pay(sessionId);
    await prisma().ownerCheck.updateMany({ data: { dueAt: new Date(0) } });
    await lookAtOwners(app.deps.billing);
    await app.settle();
    expect(liveOf(await app.truthOf(ada))).toHaveLength(1);
    expect(await prisma().duplicate.findMany({ where: { userId: ada.id } })).toMatchObject([{ state: 'done' }]);
  });
});

test('a page that was made while its account ended in another one is offered to nobody', async () => {
  const app = await startSandboxedApp('alpha', { environment: mailKept });
  const { billing } = app.deps;
  const payer = await app.signUpByForm();
  await app.buy(payer, { plan: 'pro' });
  const beside = await app.signUpByForm(payer.email);
  const user = { ...beside, emailVerified: false, operator: false, scopes: new Set(['read', 'write'] as const) };
  const createCustomer: Adapter['createCustomer'] = async (input) => {
    await proveAddress(app, beside);
    return billing.adapter.createCustomer(input);
  };
  const request = checkoutInput.parse({ plan: 'starter' });
  const meanwhile = { ...billing, adapter: { ...billing.adapter, createCustomer } };
  await expect(startCheckout(meanwhile, user, request)).rejects.toThrow('Failed to create checkout session');
  // The session goes on in the account that bought, which is led to its own subscription.
  expect((await app.access(beside)).plan).toBe('pro');
  expect((await app.checkout(beside, { plan: 'starter' })).url).toContain('/change-plan');
  await app.close();
});
