import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buy, call, eventsOf, type Json, moveToPeriodEnd, startBeta, told } from '../testing.ts';

let sandbox: Awaited<ReturnType<typeof startBeta>>;
beforeEach(async () => {
  sandbox = await startBeta();
});
afterEach(() => sandbox.close());

const types = (events: { eventType: string }[]) => events.map(({ eventType }) => eventType);
const post = (id: string, action: string, body?: object) =>
  call(sandbox, `POST /v1/subscriptions/${id}${action}`, body);

/** Changes a new subscription and returns the answer and the events. */
async function change(action: string, body?: object) {
  const { subscriptionId: id } = await buy(sandbox);
  let answer: Awaited<ReturnType<typeof post>> | undefined;
  const events = await told(sandbox, async () => {
    answer = await post(id, action, body);
  });
  return { id, events, status: answer?.status, json: answer?.json };
}

describe('canceling', () => {
  test('scheduled: a separate status, with its time; then the end', async () => {
    const { status, json, events } = await change('/cancel', { mode: 'scheduled', onExecute: 'cancel' });
    expect(status).toBe(200);
    expect(types(events)).toEqual(['subscription.scheduled_cancel']);
    expect(json).toMatchObject({ status: 'scheduled_cancel' });
    expect(json).not.toHaveProperty('next_transaction_date');
    expect(json?.canceled_at).toMatch(/Z$/);
    const [end, ...others] = await told(sandbox, () => moveToPeriodEnd(sandbox));
    expect(others).toEqual([]);
    expect(end).toMatchObject({ eventType: 'subscription.canceled', object: { status: 'canceled' } });
    expect(end?.object.canceled_at).toBe(json?.canceled_at);
  });

  test('scheduling it twice sends one webhook', async () => {
    const { id } = await change('/cancel', { mode: 'scheduled' });
    expect(await told(sandbox, () => post(id, '/cancel', { mode: 'scheduled' }))).toEqual([]);
  });

  test('a scheduled end can be undone', async () => {
    const { id } = await change('/cancel', { mode: 'scheduled' });
    const [update] = await told(sandbox, () => post(id, '/resume'));
    expect(update).toMatchObject({ eventType: 'subscription.update', object: { status: 'active', canceled_at: null } });
    expect(types(await told(sandbox, () => moveToPeriodEnd(sandbox)))).toEqual(['subscription.paid']);
  });

  test('at once', async () => {
    const { id, json, events } = await change('/cancel', { mode: 'immediate' });
    expect(types(events)).toEqual(['subscription.canceled']);
    expect(json).toMatchObject({ status: 'canceled' });
    expect(json).not.toHaveProperty('next_transaction_date');
    expect((await post(id, '/cancel', { mode: 'immediate' })).status).toBe(400);
    expect((await post(id, '/resume')).status).toBe(400);
  });
});

describe('pausing', () => {
  test('at once, and resumed within the period', async () => {
    const { id, events } = await change('/pause');
    expect(events).toMatchObject([{ eventType: 'subscription.paused', object: { status: 'paused' } }]);
    expect(await told(sandbox, () => sandbox.control('POST', 'clock', { days: 3 }))).toEqual([]);
    const back = await told(sandbox, () => post(id, '/resume'));
    expect(back).toMatchObject([{ eventType: 'subscription.update', object: { status: 'active' } }]);
  });

  test('resumed after the period: a new one is paid', async () => {
    const { id } = await change('/pause');
    expect(await told(sandbox, () => sandbox.control('POST', 'clock', { months: 2 }))).toEqual([]);
    expect(types(await told(sandbox, () => post(id, '/resume')))).toEqual(['subscription.update', 'subscription.paid']);
  });

  test("scheduled for the period's end: undone once, then takes effect", async () => {
    const { id, events } = await change('/cancel', { mode: 'scheduled', onExecute: 'pause' });
    expect(events).toMatchObject([{ eventType: 'subscription.update', object: { status: 'active' } }]);
    expect((await post(id, '/resume')).status).toBe(200);
    await post(id, '/cancel', { mode: 'scheduled', onExecute: 'pause' });
    await sandbox.settle();
    expect(types(await told(sandbox, () => moveToPeriodEnd(sandbox)))).toEqual(['subscription.paused']);
  });
});

describe('upgrading', () => {
  const yearly = { product_id: 'price_pro_year', update_behavior: 'proration-charge-immediately' };

  test('to another interval: the update, and the payment of a separate transaction', async () => {
    const { json, events } = await change('/upgrade', yearly);
    expect(json).toMatchObject({ product: { id: 'price_pro_year' }, items: [{ product_id: 'price_pro_year' }] });
    expect(types(events)).toEqual(['subscription.update', 'subscription.paid']);
    const paid = events[1]?.object;
    const first = eventsOf(sandbox)[2]?.object.last_transaction;
    expect(paid?.last_transaction).toMatchObject({ status: 'paid', order: first?.order });
    expect(paid?.last_transaction?.id).not.toBe(first?.id);
    expect(Number(paid?.last_transaction?.amount_paid)).toBeLessThan(9900);
    expect(Number(paid?.last_transaction?.period_start)).toBeGreaterThan(Date.parse(String(paid?.created_at)));
  });

  test.each(['proration-charge-immediately', 'proration-charge'])(
    'to a cheaper product by %s: the remainder is refunded to the card',
    async (update_behavior) => {
      const { id, events } = await change('/upgrade', { product_id: 'price_starter_month', update_behavior });
      expect(types(events)).toEqual(['subscription.update', 'refund.created']);
      expect(events[1]?.object).toMatchObject({ refund_amount: 500 });
      const up = await told(sandbox, () => post(id, '/upgrade', { product_id: 'price_pro_month', update_behavior }));
      expect(types(up)).toEqual(['subscription.update', 'subscription.paid']);
    },
  );

  test('proration-none charges nothing and refunds nothing', async () => {
    const none = { update_behavior: 'proration-none' };
    const { id, events } = await change('/upgrade', { product_id: 'price_starter_month', ...none });
    expect(types(events)).toEqual(['subscription.update']);
    const up = await told(sandbox, () => post(id, '/upgrade', { product_id: 'price_pro_month', ...none }));
    expect(types(up)).toEqual(['subscription.update']);
  });

  test('a failed card changes nothing', async () => {
    const { subscriptionId } = await buy(sandbox, { card: '4000000000000341' });
    const before = await call(sandbox, `GET /v1/subscriptions?subscription_id=${subscriptionId}`);
    const events = await told(sandbox, async () => {
      expect((await post(subscriptionId, '/upgrade', yearly)).status).toBe(400);
    });
    expect(events).toEqual([]);
    expect((await call(sandbox, `GET /v1/subscriptions?subscription_id=${subscriptionId}`)).json).toEqual(before.json);
  });

  test('seats', async () => {
    const { subscriptionId } = await buy(sandbox, { units: 2 });
    const { json } = await call(sandbox, `GET /v1/subscriptions?subscription_id=${subscriptionId}`);
    const [item] = json.items as Json[];
    const body = { items: [{ id: item?.id, units: 5 }], update_behavior: 'proration-charge-immediately' };
    const events = await told(sandbox, () => post(subscriptionId, '', body));
    expect(types(events)).toEqual(['subscription.update', 'subscription.paid']);
    expect(events[0]?.object.items).toMatchObject([{ id: item?.id, units: 5 }]);
    expect((await post(subscriptionId, '', { items: [{ id: 'sitem_other', units: 5 }] })).status).toBe(400);
  });
});
