import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangePreview } from '../billing/subscriptions/changes/previewChange.ts';
import type { SubscriptionDetails } from '../billing/subscriptions/details.ts';
import { storedAccess } from '../testing/access/storedAccess.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { providersHere } from '../testing/run/storey.ts';

const because = (reason: unknown, until: unknown = null) => {
  const conflict = { reason, until, message: expect.any(String) };
  return { status: 409, body: { error: 'Plan change not possible', conflict } };
};

/** Plans change alike at every provider: more at once and charged, less once the paid period is over. */
describe.each(providersHere('alpha'))('changes at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const call = async (buyer: Person, path: string, body: object) =>
    answerOf(await app.call(`/api/payments/${path}`, post(body, buyer.cookie)));
  const change = async (buyer: Person, body: object) => {
    const answer = await call(buyer, 'change', body);
    await app.settle();
    return answer as { status: number; body: { subscription: SubscriptionDetails } };
  };
  const preview = async (buyer: Person, body: object) => {
    const { status, body: told } = await call(buyer, 'change/preview', body);
    expect({ status, told }).toMatchObject({ status: 200 });
    return told as ChangePreview;
  };
  const current = async (buyer: Person) => (await app.subscriptions(buyer))[0] as SubscriptionDetails;
  const planOf = async (buyer: Person) => (await app.access(buyer)).plan;
  const planInSql = async ({ id }: Person) => (await storedAccess(app.deps.billing, id)).plan;
  /** The charges, in minor units, newest last. */
  const charged = async (buyer: Person) => {
    const { providerSubscriptionId: id } = await current(buyer);
    const { invoices } = await app.truth();
    return invoices.filter(({ subscriptionId, amount }) => subscriptionId === id && amount > 0).map((i) => i.amount);
  };

  async function paying(plan: string, interval = 'month') {
    const buyer = await app.signUpPaying({ plan, interval });
    expect(await current(buyer)).toMatchObject({ status: 'active', plan, scheduledChange: null });
    return buyer;
  }

  it('upgrade: at once, and charged as the preview says', async () => {
    const buyer = await paying('starter');
    await app.moveClock({ days: 10 });
    const asked = { plan: 'pro' };
    const told = await preview(buyer, asked);
    expect(told).toMatchObject({ dueNext: '9.90', currency: 'usd', about: provider !== 'alpha' });
    const { currentPeriodEnd } = await current(buyer);
    expect(told.nextAt).toBe(currentPeriodEnd);
    const sent = told.prorationDate ? { ...asked, prorationDate: told.prorationDate } : asked;
    const { status, body } = await change(buyer, sent);
    expect({ status, plan: body.subscription.plan }).toEqual({ status: 200, plan: 'pro' });
    const due = Math.round(Number(told.dueNow) * 100);
    expect(due).toBeGreaterThan(0);
    const last = (await charged(buyer)).at(-1) ?? 0;
    expect(Math.abs(last - due)).toBeLessThanOrEqual(1);
    expect(await planOf(buyer)).toBe('pro');
  });

  it('a longer interval: at once, with a new period', async () => {
    const buyer = await paying('starter');
    await app.moveClock({ days: 10, seconds: 12_345 });
    const told = await preview(buyer, { plan: 'starter', interval: 'year' });
    expect(told).toMatchObject({ dueNext: '49.00' });
    await change(buyer, { plan: 'starter', interval: 'year' });
    expect(await current(buyer)).toMatchObject({ interval: 'year', amount: '49.00' });
    const last = (await charged(buyer)).at(-1) ?? 0;
    expect(Math.abs(last - Math.round(Number(told.dueNow) * 100))).toBeLessThanOrEqual(1);
  });

  it('a failed card leaves the plan unchanged', async () => {
    const buyer = await paying('starter');
    const { providerSubscriptionId: id } = await current(buyer);
    const { customerId } = (await app.truth()).subscriptions.find((each) => each.id === id) ?? { customerId: '' };
    await app.control('POST', 'card', { customerId, number: '4000000000000341' });
    const before = await charged(buyer);
    const answer = await change(buyer, { plan: 'pro' });
    expect(answer).toEqual({ status: 402, body: { error: 'Payment failed' } });
    expect(await current(buyer)).toMatchObject({ status: 'active', plan: 'starter', amount: '4.90' });
    expect(await charged(buyer)).toEqual(before);
    expect(await planOf(buyer)).toBe('starter');
  });

  it('downgrade: shown, without a charge, and active with the next period', async () => {
    const buyer = await paying('pro');
    const { currentPeriodEnd: at } = await current(buyer);
    const before = await charged(buyer);
    expect(await preview(buyer, { plan: 'starter' })).toMatchObject({
      dueNow: '0.00',
      dueNext: '4.90',
      effectiveAt: at,
      nextAt: at,
      about: false,
    });
    const { status, body } = await change(buyer, { plan: 'starter' });
    expect(status).toBe(200);
    const scheduledChange = { kind: 'plan', plan: 'starter', interval: 'month', amount: '4.90', at, lapsed: false };
    expect(body.subscription).toMatchObject({ status: 'active', scheduledChange });
    expect(await charged(buyer)).toEqual(before);
    await app.moveClock({ days: 20 });
    expect([await planOf(buyer), await planInSql(buyer), await charged(buyer)]).toEqual(['pro', 'pro', before]);
    await app.moveClock({ days: 12 });
    expect(await current(buyer)).toMatchObject({ plan: 'starter', amount: '4.90', scheduledChange: null });
    const plans = [await planOf(buyer), await planInSql(buyer)];
    expect([...plans, await charged(buyer)]).toEqual(['starter', 'starter', [...before, 490]]);
  });

  it.each(['undo', 'the plan that is paid for'])('a scheduled downgrade is undone by %s', async (how) => {
    const buyer = await paying('pro');
    await change(buyer, { plan: 'starter' });
    const { status, body } = await change(buyer, how === 'undo' ? { kind: 'undo' } : { plan: 'pro' });
    expect({ status, now: body.subscription.scheduledChange }).toEqual({ status: 200, now: null });
    await app.moveClock({ days: 32 });
    expect(await current(buyer)).toMatchObject({ plan: 'pro', amount: '9.90' });
    expect((await charged(buyer)).at(-1)).toBe(990);
    expect(await call(buyer, 'change', { kind: 'undo' })).toEqual(because('nothing_scheduled'));
  });

  it('an upgrade replaces a scheduled downgrade, and is prorated from the paid plan', async () => {
    const buyer = await paying('pro');
    await change(buyer, { plan: 'starter' });
    const told = await preview(buyer, { plan: 'enterprise' });
    expect((await change(buyer, { plan: 'enterprise' })).status).toBe(200);
    expect(await current(buyer)).toMatchObject({ plan: 'enterprise', scheduledChange: null });
    const last = (await charged(buyer)).at(-1) ?? 0;
    expect(Math.abs(last - Math.round(Number(told.dueNow) * 100))).toBeLessThanOrEqual(5);
    await app.moveClock({ days: 32 });
    expect(await current(buyer)).toMatchObject({ plan: 'enterprise', amount: '99.90' });
  });

  describe('over a year', () => {
    // Whoever bought before would renew a dozen times meanwhile.
    beforeAll(async () => {
      await app.close();
      app = await startSandboxedApp(provider);
    });

    it('a shorter interval waits for the end of the year, if the provider can schedule it', async () => {
      const buyer = await paying('pro', 'year');
      const asked = { plan: 'pro', interval: 'month' };
      if (provider === 'beta') {
        const { currentPeriodEnd: until } = await current(buyer);
        for (const path of ['change/preview', 'change'])
          expect(await call(buyer, path, asked)).toEqual(because('shorter_interval', until));
        return;
      }
      await change(buyer, asked);
      expect(await current(buyer)).toMatchObject({ interval: 'year', scheduledChange: { interval: 'month' } });
      await app.moveClock({ days: 366 });
      expect(await current(buyer)).toMatchObject({ interval: 'month', amount: '9.90', scheduledChange: null });
    });
  });

  it('a cancellation replaces a scheduled downgrade', async () => {
    const buyer = await paying('pro');
    await change(buyer, { plan: 'starter' });
    expect((await change(buyer, { kind: 'cancel_at_period_end' })).status).toBe(200);
    expect(await current(buyer)).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: true, scheduledChange: null });
    const { currentPeriodEnd: until } = await current(buyer);
    expect(await call(buyer, 'change', { plan: 'enterprise' })).toEqual(because('ending', until));
    await app.moveClock({ days: 32 });
    expect(await planOf(buyer)).toBe('free');
  });

  it('a scheduled change lapses when the subscription has changed in the meantime', async () => {
    const buyer = await paying('pro');
    await change(buyer, { plan: 'starter' });
    const { providerSubscriptionId: id } = await current(buyer);
    const elsewhere = { kind: 'change_plan', plan: 'enterprise', interval: 'month' } as const;
    await app.deps.billing.adapter.changeSubscription(id, elsewhere);
    await app.settle();
    expect(await current(buyer)).toMatchObject({ plan: 'enterprise', scheduledChange: { lapsed: true } });
  });

  it('pause and back', async () => {
    const buyer = await paying('pro');
    const isLater = provider === 'gamma';
    const { currentPeriodEnd } = await current(buyer);
    const told = await preview(buyer, { kind: 'pause' });
    expect(told.effectiveAt === currentPeriodEnd).toBe(isLater);
    expect((await change(buyer, { kind: 'pause' })).status).toBe(200);
    if (isLater) {
      expect(await current(buyer)).toMatchObject({ paused: false, scheduledChange: { kind: 'pause' } });
      for (const body of [{ plan: 'enterprise' }, { kind: 'cancel_at_period_end' }])
        expect(await preview(buyer, body)).toMatchObject({ replaces: 'pause' });
      await change(buyer, { kind: 'undo' });
      expect(await current(buyer)).toMatchObject({ scheduledChange: null });
      await change(buyer, { kind: 'pause' });
      await app.moveClock({ days: 32 });
    }
    expect(await current(buyer)).toMatchObject({ status: 'incomplete', paused: true, scheduledChange: null });
    expect(await planOf(buyer)).toBe('free');
    const refused = { resume: 'not_ending', pause: 'paused', undo: 'nothing_scheduled' };
    for (const [kind, reason] of Object.entries(refused))
      expect(await call(buyer, 'change', { kind })).toEqual(because(reason));
    expect(await call(buyer, 'change', { plan: 'enterprise' })).toEqual(because('paused'));
    expect((await change(buyer, { kind: 'unpause' })).status).toBe(200);
    expect(await current(buyer)).toMatchObject({ status: 'active', paused: false });
    expect(await planOf(buyer)).toBe('pro');
  });

  it('continuing costs what the preview says, and a failed card leaves it paused', async () => {
    const buyer = await paying('pro');
    if (provider === 'gamma') return;
    await app.moveClock({ days: 10 });
    const terms = await preview(buyer, { kind: 'pause' });
    expect(terms.paidTime).toBe(provider === 'alpha' ? 'credited' : 'lost');
    await change(buyer, { kind: 'pause' });
    await app.moveClock({ days: 40 });
    const before = await charged(buyer);
    const { providerSubscriptionId: id } = await current(buyer);
    const { customerId } = (await app.truth()).subscriptions.find((each) => each.id === id) ?? { customerId: '' };
    if (provider === 'alpha') {
      await app.control('POST', 'card', { customerId, number: '4000000000000341' });
      expect(await change(buyer, { kind: 'unpause' })).toMatchObject({ status: 402 });
      expect(await current(buyer)).toMatchObject({ paused: true });
      await app.control('POST', 'card', { customerId, number: '4242424242424242' });
    }
    const told = await preview(buyer, { kind: 'unpause' });
    expect((await change(buyer, { kind: 'unpause' })).status).toBe(200);
    const { invoices } = await app.truth();
    const paid = invoices.filter(
      ({ subscriptionId, status, amount }) => subscriptionId === id && status === 'paid' && amount > 0,
    );
    expect(paid).toHaveLength(before.length + 1);
    expect(Math.abs((paid.at(-1)?.amount ?? 0) - Number(told.dueNow) * 100)).toBeLessThanOrEqual(1);
    if (provider === 'alpha') expect(Number(told.dueNow)).toBeLessThan(9.9);
    expect(await current(buyer)).toMatchObject({ status: 'active', paused: false, amount: '9.90' });
    expect(await planOf(buyer)).toBe('pro');
  });

  it('seats of a plan that is not sold by them are an invalid body', async () => {
    const answer = await call(await paying('pro'), 'change', { plan: 'pro', quantity: 2 });
    expect(answer).toEqual({ status: 400, body: { error: 'Invalid request body' } });
  });
});
