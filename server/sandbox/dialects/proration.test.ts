import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing.ts';
import * as alpha from './alpha/testing.ts';
import * as beta from './beta/testing.ts';
import * as gamma from './gamma/testing.ts';

const prices = [490, 990, 1_499, 2_901, 9_999].map((amount) => ({
  id: `price_${amount}`,
  plan: `p${amount}`,
  label: `P${amount}`,
  interval: 'month' as const,
  amount,
  currency: 'usd',
}));

interface Change {
  from: { amount: number; quantity: number };
  to: { amount: number; quantity: number };
  seconds: number;
}

const MONTH_S = 27 * 86_400;
const draw = <T>(from: readonly T[]) => from[randomInt(from.length)] as T;

/** Random changes from one plan to a more expensive one, some with several seats. */
function changes(count: number): Change[] {
  return Array.from({ length: count }, () => {
    const [low, high] = [prices[randomInt(3)], draw(prices.slice(3))].map((price) => price?.amount ?? 0);
    const quantity = randomInt(1, 6);
    const seconds = randomInt(60, MONTH_S);
    return { from: { amount: low ?? 0, quantity }, to: { amount: high ?? 0, quantity }, seconds };
  });
}

interface Bill {
  amount: number;
  /** Unix ms. */
  at: number;
  start: number;
  end: number;
}

/** All acceptable amounts: prorated at the invoice's time or shortly before, because it was calculated earlier. */
function possible({ at, start, end }: Bill, stepMs: number, cost: (share: number) => number): number[] {
  return Array.from({ length: 50 }, (_, steps) => cost((end - (at - steps * stepMs)) / (end - start)));
}

const whole = ({ amount, quantity }: Change['from']) => amount * quantity;

/** docs.stripe.com/billing/subscriptions/prorations: both items are prorated to the second and rounded separately. */
const twoItems =
  ({ from, to }: Change) =>
  (share: number) =>
    Math.round(whole(to) * share) - Math.round(whole(from) * share);

/**
 * polarsource/polar, server/polar/subscription/update.py: a change of seats is one entry for the difference, truncated.
 */
const oneEntry =
  ({ from, to }: Change) =>
  (share: number) =>
    Math.trunc((whole(to) - whole(from)) * share);

let sandbox: TestSandbox;
const time = async () => Date.parse((await sandbox.truth()).now);
const moveOn = (seconds: number) => sandbox.control('POST', 'clock', { seconds });

describe('to the minor unit', () => {
  test.each(changes(8))('alpha: %j', async (change) => {
    sandbox = await startTestSandbox({ prices });
    const stripe = alpha.stripeFor(sandbox);
    const asked = { price: `price_${change.from.amount}`, quantity: change.from.quantity };
    const { subscriptionId } = await alpha.buy(sandbox, asked);
    await moveOn(change.seconds);
    const [item] = (await stripe.subscriptions.retrieve(subscriptionId)).items.data;
    const changed = await stripe.subscriptions.update(subscriptionId, {
      items: [{ id: item?.id ?? '', price: `price_${change.to.amount}` }],
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    const { amount_paid: amount, created } = changed.latest_invoice as Stripe.Invoice;
    const { current_period_start: start = 0, current_period_end: end = 1 } = item ?? {};
    const bill = { amount, at: created * 1000, start: start * 1000, end: end * 1000 };
    expect(possible(bill, 1000, twoItems(change))).toContain(amount);
    await sandbox.close();
  });

  test.each(changes(8))('gamma, another product: %j', async (change) => {
    sandbox = await gamma.startGamma({ prices });
    const bill = await gammaBill(change, { product_id: `price_${change.to.amount}` });
    expect(possible(bill, 1, twoItems(change))).toContain(bill.amount);
    await sandbox.close();
  });

  test.each(changes(8))('gamma, more seats: %j', async ({ from, seconds }) => {
    sandbox = await gamma.startGamma({ prices });
    const change = { from, to: { ...from, quantity: from.quantity + 3 }, seconds };
    const bill = await gammaBill(change, { seats: change.to.quantity });
    expect(possible(bill, 1, oneEntry(change))).toContain(bill.amount);
    await sandbox.close();
  });

  test.each(changes(8))('beta: %j', async (change) => {
    sandbox = await beta.startBeta({ prices });
    const { subscriptionId } = await beta.buy(sandbox, {
      product: `price_${change.from.amount}`,
      units: change.from.quantity,
    });
    await moveOn(change.seconds);
    const [running] = (await sandbox.truth()).subscriptions;
    const upgrade = { product_id: `price_${change.to.amount}`, update_behavior: 'proration-charge-immediately' };
    await beta.call(sandbox, `POST /v1/subscriptions/${subscriptionId}/upgrade`, upgrade);
    const amount = Number((await sandbox.truth()).invoices.at(-1)?.amount);
    const period = periodOf(running);
    expect(possible({ amount, at: await time(), ...period }, 1, twoItems(change))).toContain(amount);
    await sandbox.close();
  });
});

const periodOf = (running: Record<string, unknown> | undefined) => ({
  start: Date.parse(String(running?.currentPeriodStart)),
  end: Date.parse(String(running?.currentPeriodEnd)),
});

async function gammaBill(change: Change, body: object): Promise<Bill> {
  const { amount, quantity } = change.from;
  const { subscriptionId } = await gamma.buy(sandbox, { products: [`price_${amount}`], seats: quantity });
  await moveOn(change.seconds);
  const [running] = (await sandbox.truth()).subscriptions;
  const asked = { ...body, proration_behavior: 'invoice' };
  const { status } = await gamma.call(sandbox, `PATCH /v1/subscriptions/${subscriptionId}`, asked);
  expect(status).toBe(200);
  const { json } = await gamma.call(sandbox, `GET /v1/orders/?subscription_id=${subscriptionId}&limit=1`);
  const [order] = json.items as { total_amount: number; created_at: string }[];
  return { amount: order?.total_amount ?? 0, at: Date.parse(order?.created_at ?? ''), ...periodOf(running) };
}

describe('gamma', () => {
  beforeAll(async () => {
    sandbox = await gamma.startGamma({ prices });
  });
  afterAll(() => sandbox.close());

  const bought = async (card?: string) =>
    (await gamma.buy(sandbox, { ...gamma.someone(), products: ['price_990'] }, card)).subscriptionId;
  const patch = (id: string, body: object) => gamma.call(sandbox, `PATCH /v1/subscriptions/${id}`, body);

  test('a reset costs the whole new price, without a credit', async () => {
    const id = await bought();
    await moveOn(10 * 86_400);
    await patch(id, { product_id: 'price_2901', proration_behavior: 'reset' });
    const [invoice] = (await sandbox.truth()).invoices.slice(-1);
    expect(invoice).toMatchObject({ subscriptionId: id, amount: 2_901 });
  });

  test('an unpaid change is refused, and nothing of it is applied', async () => {
    const id = await bought('4000000000000341');
    const before = (await sandbox.truth()).invoices.length;
    const refused = await patch(id, { product_id: 'price_9999', proration_behavior: 'invoice' });
    expect([refused.status, refused.json.error]).toEqual([402, 'PaymentFailed']);
    const { json } = await gamma.call(sandbox, `GET /v1/subscriptions/${id}`);
    expect(json).toMatchObject({ status: 'active', product_id: 'price_990' });
    expect((await sandbox.truth()).invoices).toHaveLength(before);
  });

  test('a change supersedes a change scheduled for the next period', async () => {
    const id = await bought();
    await patch(id, { product_id: 'price_490', proration_behavior: 'next_period' });
    const { json } = await patch(id, { product_id: 'price_1499', proration_behavior: 'prorate' });
    expect(json).toMatchObject({ product_id: 'price_1499', pending_update: null });
  });
});
