import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { liveOf } from '../../../testing/company/purchases.ts';
import { mailKept, proveAddress } from '../../../testing/logins/mails.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { providersHere } from '../../../testing/run/storey.ts';
import { lookAtOwners } from '../../subscriptions/duplicates/lookAtOwners.ts';

mayComplain(/A second subscription was ended/, /A user has two live subscriptions/);

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
