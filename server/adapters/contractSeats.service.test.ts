import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessAnswer } from '../billing/access/accessAnswer.ts';
import type { ChangePreview } from '../billing/subscriptions/changes/previewChange.ts';
import type { SubscriptionDetails } from '../billing/subscriptions/details.ts';
import { comparePrices } from '../billing/sync/prices/comparePrices.ts';
import type { PlanList } from '../plans/listPlans.ts';
import { defaultPlansFile } from '../plans/readPlans.ts';
import { storedAccess } from '../testing/access/storedAccess.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { payloadOf } from '../testing/calls/buyerCalls.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere } from '../testing/run/storey.ts';

const UNIT = 9_990;
const SEATS_PLAN = 'enterprise';
const INVALID = { status: 400, body: { error: 'Invalid request body' } };

const folder = mkdtempSync(join(tmpdir(), 'seats-'));
const file = join(folder, 'plans.yaml');
writeFileSync(
  file,
  readFileSync(defaultPlansFile, 'utf8').replace('{ min: 1, max: unlimited }', '{ min: 2, max: 10 }'),
);
afterAll(() => rmSync(folder, { recursive: true }));

/** Seats are bought, paid, changed and reported alike at every provider. */
describe.each(providersHere('gamma'))('seats at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: { PLANS_FILE: file } });
  });
  afterAll(() => app.close());
  mayComplain(/Sold with one seat only: enterprise/);

  const call = async ({ cookie }: Person, path: string, body: object) =>
    answerOf(await app.call(`/api/payments/${path}`, post(body, cookie)));
  const change = async (buyer: Person, body: object) => {
    const answer = await call(buyer, 'change', { plan: SEATS_PLAN, ...body });
    await app.settle();
    return answer as { status: number; body: { subscription: SubscriptionDetails } };
  };
  const preview = async (buyer: Person, quantity: number) => {
    const { status, body } = await call(buyer, 'change/preview', { plan: SEATS_PLAN, quantity });
    expect(status).toBe(200);
    return body as ChangePreview;
  };
  const checkout = (buyer: Person, body: object) => app.checkout(buyer, { plan: SEATS_PLAN, ...body });
  const current = async (buyer: Person) => (await app.subscriptions(buyer))[0] as SubscriptionDetails;
  const sold = async (buyer: Person) => {
    const { providerSubscriptionId } = await current(buyer);
    return (await app.truth()).subscriptions.find(({ id }) => id === providerSubscriptionId);
  };
  const charged = async (buyer: Person) => {
    const { providerSubscriptionId } = await current(buyer);
    const { invoices } = await app.truth();
    const own = invoices.filter(({ subscriptionId }) => subscriptionId === providerSubscriptionId);
    return own.filter(({ amount }) => amount > 0).map(({ amount }) => amount);
  };

  /** The answers of REST, tRPC, the token and SQL. */
  async function seatsTold({ id, cookie }: Person) {
    const { access, token } = await app.as<{ access: AccessAnswer; token: string }>(cookie, '/api/payments/access');
    const typed = await app.trpc<AccessAnswer>({ cookie }, 'subscription.access');
    const signed = payloadOf(token);
    const stored = await storedAccess(app.deps.billing, id);
    return [access, typed, signed.access, stored].map(({ plan, seats }) => `${plan} ${seats}`);
  }
  const alike = (seats: number) => new Array(4).fill(`${SEATS_PLAN} ${seats}`);

  async function paying(quantity: number) {
    const buyer = await app.signUpPaying({ plan: SEATS_PLAN, quantity });
    expect(await current(buyer)).toMatchObject({ status: 'active', seats: quantity });
    return buyer;
  }

  it('are bought with the plan: its price times the seats, reported in four places', async () => {
    const buyer = await paying(5);
    expect(await current(buyer)).toMatchObject({ plan: SEATS_PLAN, seats: 5, amount: '499.50' });
    expect(await sold(buyer)).toMatchObject({ quantity: 5, amount: 5 * UNIT });
    expect(await charged(buyer)).toEqual([5 * UNIT]);
    expect(await seatsTold(buyer)).toEqual(alike(5));
  });

  it("default to the plan's minimum", async () => {
    const buyer = await app.signUp();
    await app.buy(buyer, { plan: SEATS_PLAN });
    expect(await current(buyer)).toMatchObject({ status: 'trialing', seats: 2, amount: '199.80' });
    expect(await seatsTold(buyer)).toEqual(alike(2));
  });

  it.each([
    ['too few', { quantity: 1 }],
    ['too many', { quantity: 11 }],
    ['none', { quantity: 0 }],
    ['half a seat', { quantity: 2.5 }],
    ['no number', { quantity: '3' }],
    ['more for a plan of one', { plan: 'pro', quantity: 2 }],
    ['more of a one-time purchase', { interval: 'one_time', quantity: 3 }],
  ])('%s: 400, and no provider is called', async (_name, body) => {
    const buyer = await app.signUp();
    expect(await call(buyer, 'checkout', { plan: SEATS_PLAN, ...body })).toEqual(INVALID);
    const { prisma } = app.deps.billing.database;
    expect(await prisma.checkout.count({ where: { userId: buyer.id } })).toBe(0);
    expect((await app.call('/api/payments/checkout', post({ plan: SEATS_PLAN, ...body }))).status).toBe(401);
  });

  it('the same number returns the same page, another number supersedes it', async () => {
    const buyer = await app.signUp();
    const three = await checkout(buyer, { quantity: 3 });
    expect(await checkout(buyer, { quantity: 3 })).toEqual(three);
    const four = await checkout(buyer, { quantity: 4 });
    expect(four.sessionId).not.toBe(three.sessionId);
    await app.pay(four.sessionId);
    expect(await current(buyer)).toMatchObject({ seats: 4 });
    const ours = `${app.url}/change-plan?plan=${SEATS_PLAN}&interval=month&seats=6`;
    expect(await checkout(buyer, { quantity: 6 })).toMatchObject({ url: ours });
    expect((await checkout(buyer, { quantity: 4 })).url).not.toContain('change-plan');
  });

  it('more seats: at once, and the rest of the period is charged as previewed', async () => {
    const buyer = await paying(2);
    await app.moveClock({ days: 10 });
    const told = await preview(buyer, 6);
    expect(told).toMatchObject({ dueNext: '599.40', about: provider !== 'alpha' });
    const sent = told.prorationDate ? { quantity: 6, prorationDate: told.prorationDate } : { quantity: 6 };
    expect((await change(buyer, sent)).status).toBe(200);
    expect(await current(buyer)).toMatchObject({ seats: 6, amount: '599.40', scheduledChange: null });
    const last = (await charged(buyer)).at(-1) ?? 0;
    expect(last).toBeGreaterThan(0);
    expect(last).toBeLessThan(4 * UNIT);
    // A second between our estimate and the provider's is 4 seats' price of a second.
    expect(Math.abs(last - Math.round(Number(told.dueNow) * 100))).toBeLessThanOrEqual(provider === 'alpha' ? 1 : 5);
    expect(await seatsTold(buyer)).toEqual(alike(6));
  });

  it('more seats seconds after a renewal: what is shown is the price, not what the rest of the period cost', async () => {
    const buyer = await paying(2);
    const left = Date.parse((await sold(buyer))?.currentPeriodEnd ?? '') - Date.parse((await app.truth()).now);
    await app.moveClock({ seconds: Math.ceil(left / 1000) + 20 });
    expect((await change(buyer, { quantity: 8 })).status).toBe(200);
    expect((await charged(buyer)).at(-1)).toBeGreaterThan(5 * UNIT);
    expect(await current(buyer)).toMatchObject({ seats: 8, amount: '799.20' });
  });

  it('fewer seats: kept to the paid end, then charged for the new number', async () => {
    const buyer = await paying(5);
    const before = await charged(buyer);
    expect(await preview(buyer, 3)).toMatchObject({ dueNow: '0.00', dueNext: '299.70' });
    const { body } = await change(buyer, { quantity: 3 });
    expect(body.subscription).toMatchObject({ seats: 5, scheduledChange: { seats: 3, amount: '299.70' } });
    expect([await charged(buyer), await seatsTold(buyer)]).toEqual([before, alike(5)]);
    await app.moveClock({ days: 32 });
    expect(await current(buyer)).toMatchObject({ seats: 3, amount: '299.70', scheduledChange: null });
    expect([await charged(buyer), await seatsTold(buyer)]).toEqual([[...before, 3 * UNIT], alike(3)]);
  });

  it('a reduction can be undone', async () => {
    const buyer = await paying(4);
    await change(buyer, { quantity: 2 });
    const answer = await call(buyer, 'change', { kind: 'undo' });
    expect(answer).toMatchObject({ status: 200, body: { subscription: { seats: 4, scheduledChange: null } } });
    await app.settle();
    await app.moveClock({ days: 32 });
    expect((await charged(buyer)).at(-1)).toBe(4 * UNIT);
  });

  it('a failed card leaves the number unchanged', async () => {
    const buyer = await paying(2);
    const { customerId } = (await sold(buyer)) ?? { customerId: '' };
    await app.control('POST', 'card', { customerId, number: '4000000000000341' });
    const answer = await change(buyer, { quantity: 9 });
    expect(provider === 'beta' ? [402, 409] : [402]).toContain(answer.status);
    expect(await current(buyer)).toMatchObject({ status: 'active', seats: 2, amount: '199.80' });
    expect(await seatsTold(buyer)).toEqual(alike(2));
  });

  it('several are sold only at a per-seat price', async () => {
    const price = `price_${SEATS_PLAN}_month`;
    const reprice = async (perSeat: boolean) => {
      await app.control('POST', `prices/${price}`, { amount: UNIT, perSeat });
      return comparePrices(app.deps.billing, app.deps.billing.adapter);
    };
    const shown = async () => {
      const { plans } = await app.trpc<PlanList>({ cookie: '' }, 'plans.list');
      return plans.find(({ name }) => name === SEATS_PLAN)?.seats;
    };
    const subscriber = await paying(2);
    const compared = await reprice(false);
    const isFixed = provider === 'gamma';
    const refusing = compared.filter(({ refusesSeats }) => refusesSeats).map(({ id }) => id);
    expect(refusing).toEqual(isFixed ? [price] : []);
    expect(await shown()).toEqual({ min: 2, max: isFixed ? 2 : 10 });
    const buyer = await app.signUp();
    const answer = await call(buyer, 'checkout', { plan: SEATS_PLAN, quantity: 3 });
    if (isFixed) expect(answer).toEqual(INVALID);
    else expect(answer.status).toBe(200);
    for (const path of ['change/preview', 'change']) {
      const { status, body } = await call(subscriber, path, { plan: SEATS_PLAN, quantity: 3 });
      expect(isFixed ? { status, body } : status).toEqual(isFixed ? INVALID : 200);
    }
    await reprice(true);
    expect(await shown()).toEqual({ min: 2, max: 10 });
    const { sessionId } = await checkout(buyer, { quantity: 3 });
    expect(sessionId).toBeTruthy();
  });

  it("outside the plan's bounds cannot be set", async () => {
    const buyer = await paying(2);
    for (const quantity of [1, 11])
      for (const path of ['change', 'change/preview'])
        expect(await call(buyer, path, { plan: SEATS_PLAN, quantity })).toEqual(INVALID);
  });
});
