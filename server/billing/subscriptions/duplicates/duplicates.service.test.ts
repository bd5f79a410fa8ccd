import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { companyPurchase } from '../../../testing/company/companySide.ts';
import { liveOf } from '../../../testing/company/purchases.ts';
import { twoTabs } from '../../../testing/company/twoTabs.ts';
import { mailKept, mailsTo } from '../../../testing/logins/mails.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { providersHere } from '../../../testing/run/storey.ts';
import { lookAtOwners } from './lookAtOwners.ts';

mayComplain(/A user has two live subscriptions/, /A second subscription (was ended|is held)/);

/** Two plans in two tabs, both paid, checked against the provider's records. */
describe.each(providersHere('gamma'))('%s', (provider) => {
  let app: SandboxedApp;
  let ada: Person;
  let { openAll, openBoth, payBoth } = {} as ReturnType<typeof twoTabs>;

  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: mailKept });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ada = await app.signUp();
    ({ openAll, openBoth, payBoth } = twoTabs(app, ada));
  });

  const billing = () => app.deps.billing;
  const prisma = () => billing().database.prisma;
  const books = () => app.truthOf(ada);
  const duplicates = () => prisma().duplicate.findMany({ where: { userId: ada.id } });
  test.each([
    ['the superseded one first', [0, 1]],
    ['the superseding one first', [1, 0]],
  ] as const)('both paid, %s: one ends, its money is refunded once, the user is notified', async (_name, order) => {
    await app.spendTrial(ada);
    const pages = await openBoth();
    for (const place of order) await app.payPage(pages[place]);
    await app.settle();
    expect(liveOf(await books())).toHaveLength(2);
    await lookAtOwners(billing());
    await app.settle();
    const after = await books();
    expect(liveOf(after)).toMatchObject([{ plan: 'enterprise', cancelAtPeriodEnd: false }]);
    const [ended] = await duplicates();
    expect(ended).toMatchObject({ state: 'done', amount: '4.90', currency: 'usd', notifiedAt: expect.any(Date) });
    const paid = after.invoices.filter(({ amount }) => amount > 0).toSorted((a, b) => a.amount - b.amount);
    expect(paid).toMatchObject([
      { amount: 490, refunded: 490 },
      { amount: 9990, refunded: 0 },
    ]);
    expect((await mailsTo(app, ada.email))[0]?.subject).toBe('Your second subscription was ended');
    await lookAtOwners(billing());
    expect((await books()).invoices).toEqual(after.invoices);
    expect(await app.subscription(ada)).toBeTruthy();
  });

  test('two trials: one is ended, and nothing was charged', async () => {
    await payBoth();
    await lookAtOwners(billing());
    expect(liveOf(await books())).toMatchObject([{ plan: 'enterprise' }]);
    const charged = (await books()).invoices.filter(({ amount }) => amount > 0);
    expect(charged.every(({ refunded }) => refunded === 0)).toBe(true);
    expect(await duplicates()).toMatchObject([{ state: 'done', amount: null }]);
  });

  test('only the superseded one is paid: it stays, and the other page can no longer be paid', async () => {
    const [older, newer] = await openBoth();
    await app.pay(older);
    await lookAtOwners(billing());
    expect(liveOf(await books())).toMatchObject([{ plan: 'starter' }]);
    if (provider === 'alpha') return void (await expect(app.payPage(newer)).rejects.toThrow('expired'));
    await app.pay(newer);
    await lookAtOwners(billing());
    expect(liveOf(await books())).toMatchObject([{ plan: 'starter' }]);
  });

  test('of three pages the second is paid with its webhook lost, then the first: the later choice stays', async () => {
    await app.spendTrial(ada);
    const [first, second] = await openAll('starter', 'enterprise', 'pro');
    await app.control('POST', 'switches', { drop: 1 });
    await app.pay(second);
    await app.control('POST', 'switches', { reset: true });
    await app.payPage(first);
    for (let looks = 0; looks < 3; looks += 1) {
      await app.settle();
      await lookAtOwners(billing());
    }
    expect(liveOf(await books())).toMatchObject([{ plan: 'enterprise' }]);
    expect(await duplicates()).toMatchObject([{ state: 'done', amount: '4.90' }]);
  });

  test('a second subscription from elsewhere is only reported, until a person chooses', async () => {
    await app.buy(ada, { plan: 'starter' });
    await companyPurchase(app, { plan: 'pro', email: ada.email, metadata: { userId: ada.id, plan: 'pro' } });
    await app.settle();
    const both = await prisma().subscription.findMany({ where: { userId: ada.id }, orderBy: { createdAt: 'asc' } });
    expect(both).toHaveLength(2);
    await lookAtOwners(billing());
    expect((await books()).invoices.every(({ refunded }) => refunded === 0)).toBe(true);
    expect(await duplicates()).toMatchObject([{ state: 'reported', subscriptionId: both[1]?.id }]);
    const [mail] = await mailsTo(app, ada.email);
    expect(mail?.subject).toBe('You have two subscriptions');
    expect(mail?.text).toContain('You have Starter, $4.90 per month, and Pro, $9.90 per month. Both are charged.');
    await app.as(ada.cookie, '/api/trpc/subscription.keep', { subscriptionId: both[1]?.id });
    await app.settle();
    expect(await duplicates()).toMatchObject([{ state: 'closed' }]);
    const ends = (await books()).subscriptions.filter(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd);
    expect(ends.map(({ plan }) => plan)).toEqual(['starter']);
  });

  test('killed after any step: the next check resumes there and refunds nothing twice', async () => {
    await app.spendTrial(ada);
    await payBoth();
    const { adapter } = billing();
    const { changeSubscription, refundCharge } = adapter;
    const died = () => Promise.reject(new Error('killed'));
    const thenDied =
      <Given extends unknown[]>(call: (...given: Given) => Promise<void>) =>
      (...given: Given) =>
        call(...given).then(died);
    const deaths = [
      { changeSubscription: died },
      { changeSubscription: thenDied(changeSubscription) },
      { refundCharge: died },
      { refundCharge: thenDied(refundCharge) },
    ];
    for (const death of deaths) {
      Object.assign(adapter, death);
      await lookAtOwners(billing());
      Object.assign(adapter, { changeSubscription, refundCharge });
      expect(await duplicates()).toMatchObject([{ state: expect.stringMatching(/^(ending|refunding)$/) }]);
      await prisma().ownerCheck.updateMany({ data: { dueAt: new Date(0) } });
    }
    const { outbox } = billing();
    Object.assign(billing(), { outbox: { queue: died } });
    await lookAtOwners(billing());
    expect(await duplicates()).toMatchObject([{ state: 'done', notifiedAt: null }]);
    Object.assign(billing(), { outbox });
    await prisma().ownerCheck.updateMany({ data: { dueAt: new Date(0) } });
    await lookAtOwners(billing());
    await app.settle();
    expect(await duplicates()).toMatchObject([{ state: 'done', amount: '4.90', notifiedAt: expect.any(Date) }]);
    expect((await mailsTo(app, ada.email)).filter(({ subject }) => subject.includes('was ended'))).toHaveLength(1);
    expect(liveOf(await books())).toMatchObject([{ plan: 'enterprise' }]);
    expect((await books()).invoices.filter(({ refunded }) => refunded > 0)).toMatchObject([
      { amount: 490, refunded: 490 },
    ]);
  });

  test('its charge is as old as a moved clock says', async () => {
    await app.moveClock({ months: 1 });
    await app.spendTrial(ada);
    await payBoth();
    await lookAtOwners(billing());
    expect(await duplicates()).toMatchObject([{ state: 'done', amount: '4.90' }]);
    ada = await app.signUp();
    await app.spendTrial(ada);
    await twoTabs(app, ada).payBoth();
    await app.moveClock({ days: 4 });
    await lookAtOwners(billing());
    expect(await duplicates()).toMatchObject([{ state: 'reported', reason: 'older than three days' }]);
  });
});
