import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../../../adapters/index.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { PAYMENT_RANK } from '../../events/rules/order.ts';
import { fetchEvents } from '../fetchEvents.ts';
import { reconcile } from './reconcile.ts';

describe.each(providerNames)('money whose webhooks are lost, at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const prisma = () => app.deps.billing.database.prisma;
  const onlyPrice = () =>
    app.deps.settings.providers[provider].prices.find(
      ({ plan, interval }) => plan === 'pro' && interval === 'one_time',
    ) ?? { id: '' };
  const lose = (drop: number) => app.control('POST', 'switches', { drop });
  async function repair() {
    const { billing } = app.deps;
    const run = await reconcile(billing, { adapter: billing.adapter, fix: true, trigger: 'command', paceMs: 0 });
    const drifts = await prisma().drift.findMany({ where: { runId: run.id }, orderBy: { id: 'asc' } });
    return { failed: run.failed, drifts: drifts.map(({ class: name, fixed }) => [name, fixed]) };
  }
  /** What each payment stands at here, and in the company's books. */
  async function sums(person: { id: string; email: string }) {
    const ours = await prisma().payment.findMany({ where: { userId: person.id } });
    const { invoices } = await app.truthOf(person);
    const theirs = invoices.filter(({ amount }) => amount > 0).map(({ amount, refunded }) => `${amount} ${refunded}`);
    const minor = (amount: string) => Math.round(Number(amount) * 100);
    const paid = ours.filter(({ amount, status }) => minor(amount) > 0 && status !== 'failed');
    return [paid.map((row) => `${minor(row.amount)} ${minor(row.amountRefunded)}`).sort(), theirs.sort()];
  }

  test('a renewal and its refund are found, and access ends with the refund', async () => {
    const person = await app.signUpPaying({ plan: 'pro' });
    expect(await repair()).toEqual({ failed: 0, drifts: [] });
    await lose(1);
    await app.moveClock({ months: 1 });
    const { drifts } = await repair();
    expect(drifts).toEqual(
      expect.arrayContaining([
        ['period', true],
        ['payment', true],
      ]),
    );
    const [ours, theirs] = await sums(person);
    expect(ours).toEqual(theirs);
    expect(ours).toHaveLength(2);

    const newest = (await app.truthOf(person)).invoices.findLast(({ amount }) => amount > 0);
    await app.control('POST', 'refund', { invoiceId: newest?.id });
    expect((await app.access(person)).plan).toBe('pro');
    expect((await repair()).drifts).toContainEqual(['refund', true]);
    expect((await sums(person))[0]).toEqual((await sums(person))[1]);
    expect((await app.access(person)).plan).toBe('free');
    expect(await repair()).toEqual({ failed: 0, drifts: [] });
    await lose(0);
  });

  // Gamma's checkouts name no payment.
  test.skipIf(provider === 'gamma')('a payment of which a checkout alone was heard of gets its amount', async () => {
    const person = await app.signUpPaying({ plan: 'pro' });
    const asked = { amount: '8.00', lastEventRank: PAYMENT_RANK.asked };
    await prisma().payment.updateMany({ where: { userId: person.id, amount: { not: '0.00' } }, data: asked });
    expect(await repair()).toEqual({ failed: 0, drifts: [['payment', true]] });
    const [ours, theirs] = await sums(person);
    expect(ours).toEqual(theirs);
    expect(await repair()).toEqual({ failed: 0, drifts: [] });
  });

  test.skipIf(provider === 'beta')('a lost dispute is found', async () => {
    const person = await app.signUpPaying({ plan: 'pro' });
    await lose(1);
    const { invoices } = await app.truthOf(person);
    const invoiceId = invoices.findLast(({ amount }) => amount > 0)?.id;
    const { id } = await app.control<{ id: string }>('POST', 'disputes', { invoiceId });
    await app.control('POST', `disputes/${id}/lose`);
    expect((await repair()).drifts).toContainEqual(['dispute', true]);
    expect((await app.access(person)).plan).toBe('free');
    expect((await repair()).drifts).toEqual([]);
    await lose(0);
  });

  test('the first payment of a subscription that we know nothing of is found with its refund, once', async () => {
    const person = await app.signUp();
    await app.spendTrial(person);
    await lose(1);
    await app.buy(person, { plan: 'starter' });
    const { invoices } = await app.truthOf(person);
    await app.control('POST', 'refund', { invoiceId: invoices.findLast(({ amount }) => amount > 0)?.id });
    await prisma().checkout.deleteMany({ where: { userId: person.id } });
    await repair();
    const [ours, theirs] = await sums(person);
    expect(ours).toEqual(theirs);
    expect(ours).toEqual(['490 490']);
    await lose(0);
    const { deliveries } = await app.control<{ deliveries: { id: string; status: string }[] }>('GET', 'deliveries');
    for (const { id, status } of deliveries)
      if (status === 'dropped') await app.control('POST', `deliveries/${id}/resend`);
    await app.settle();
    expect((await sums(person))[0]).toEqual(['490 490']);
  });

  test('a one-time purchase that no page of ours sold is found', async () => {
    const person = await app.signUpPaying({ plan: 'pro' });
    const { customers } = await app.truthOf(person);
    const { id: price } = onlyPrice();
    await app.control('POST', 'facts', {
      type: 'order.paid',
      price: { id: price, plan: 'pro', label: 'Pro', interval: 'one_time', amount: 9_900, currency: 'usd' },
      customer: { id: customers[0]?.id, email: person.email },
      paymentId: crypto.randomUUID(),
      checkoutId: crypto.randomUUID(),
      metadata: {},
    });
    expect(await repair()).toEqual({ failed: 0, drifts: [['payment', true]] });
    expect(await repair()).toEqual({ failed: 0, drifts: [] });
    const where = { userId: person.id, type: 'one_time' };
    // Creem's list does not say what was bought.
    const plan = provider === 'beta' ? null : 'pro';
    expect(await prisma().payment.findMany({ where })).toMatchObject([{ amount: '99.00', status: 'succeeded', plan }]);
  });

  test('what belongs to nobody here is left alone', async () => {
    const unmatched = () => prisma().webhookEvent.count({ where: { outcome: 'unmatched' } });
    const before = await unmatched();
    const id = crypto.randomUUID();
    await app.control('POST', 'facts', {
      type: 'invoice.payment_succeeded',
      price: { id: 'other', plan: 'other', label: 'Other', interval: 'month', amount: 500, currency: 'usd' },
      customer: { id, email: `${id}@example.com` },
      subscription: {
        id: crypto.randomUUID(),
        status: 'active',
        periodStart: Date.now(),
        periodEnd: Date.now() + 1e10,
      },
      paymentId: crypto.randomUUID(),
    });
    expect(await repair()).toEqual({ failed: 0, drifts: [] });
    expect(await unmatched()).toBe(before);
  });

  const paidBy = async (person: { id: string; email: string }) =>
    (await app.truthOf(person)).invoices.find(({ amount }) => amount > 0)?.id;
  const twoMonths = async () => {
    for (let month = 0; month < 2; month += 1) await app.moveClock({ months: 1 });
  };

  test('what was given back since a backup is found by its restore, however old the purchase', async () => {
    const person = await app.signUpPaying({ plan: 'pro' });
    const invoiceId = await paidBy(person);
    await twoMonths();
    await lose(1);
    await app.control('POST', 'refund', { invoiceId });
    const { billing } = app.deps;
    const { adapter } = billing;
    const since = new Date(billing.now().getTime() - 86_400_000);
    const input = { restoredFrom: since.toISOString() };
    const how = { adapter, fix: true, trigger: 'restore', paceMs: 0, startedAt: billing.now() } as const;
    expect((await reconcile(billing, { ...how, input, inputs: input.restoredFrom })).failed).toBe(0);
    const { listEvents } = adapter;
    const signal = new AbortController().signal;
    if (listEvents) await fetchEvents(billing, { adapter: { ...adapter, listEvents }, since, signal });
    await app.settle();
    const [ours, theirs] = await sums(person);
    expect(theirs).toContain('990 990');
    expect(ours).toEqual(theirs);
    await lose(0);
  });

  test.skipIf(provider === 'beta')('the end of a dispute that is older than all running periods is found', async () => {
    const person = await app.signUpPaying({ plan: 'pro' });
    const { id } = await app.control<{ id: string }>('POST', 'disputes', { invoiceId: await paidBy(person) });
    await app.settle();
    await twoMonths();
    await app.settle();
    const { billing } = app.deps;
    const how = { adapter: billing.adapter, fix: true, trigger: 'command', paceMs: 0 } as const;
    expect((await reconcile(billing, { ...how, startedAt: billing.now() })).failed).toBe(0);
    await lose(1);
    await app.control('POST', `disputes/${id}/lose`);
    expect((await repair()).drifts).toContainEqual(['dispute', true]);
    expect((await repair()).drifts).toEqual([]);
    await lose(0);
  });
});
