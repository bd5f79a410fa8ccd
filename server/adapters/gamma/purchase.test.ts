import { describe, expect, it } from 'vitest';
import type { Send } from './api.ts';
import { fetchCheckout, listCharges } from './purchase.ts';

/** Polar's answers in order, and the recorded requests. */
function answering(...answers: object[]) {
  const asked: string[] = [];
  const send: Send = async (method, path) => {
    asked.push(`${method} ${path}`);
    return { json: answers.shift() ?? {}, date: null };
  };
  return { send, asked };
}

describe('fetchCheckout of a one-time purchase', () => {
  const bought = { status: 'succeeded', subscription_id: null };

  it('is complete with its paid order, which alone has the amount paid', async () => {
    const data = { id: 'order_1', status: 'paid', paid: true, billing_reason: 'purchase' };
    const { send, asked } = answering(bought, { items: [data] });
    const completion = { type: 'order.paid', data };
    expect(await fetchCheckout(send, 'co_1')).toEqual({ state: 'complete', completion });
    expect(asked).toEqual(['GET /v1/checkouts/co_1', 'GET /v1/orders/?checkout_id=co_1&page=1&limit=10']);
  });

  it('is still being paid while its order is unpaid', async () => {
    const order = { id: 'order_1', status: 'pending', paid: false, billing_reason: 'purchase' };
    const { send } = answering(bought, { items: [order] });
    expect(await fetchCheckout(send, 'co_1')).toEqual({ state: 'open' });
  });
});

it("what a customer's balance pays is no charge that could be refunded", async () => {
  const order = { status: 'paid', paid: true, total_amount: 990, net_amount: 990, currency: 'usd' };
  const orders = [
    { ...order, id: 'by card', due_amount: 990, refundable_amount: 990 },
    { ...order, id: 'in part', due_amount: 490, applied_balance_amount: -500, refundable_amount: 490 },
    { ...order, id: 'by balance', due_amount: 0, applied_balance_amount: -990, refundable_amount: 0 },
  ];
  const { send } = answering({ items: orders }, { items: [] });
  const charges = await listCharges(send, 'sub_1');
  expect(charges.map(({ id, amount, left }) => [id, amount, left])).toEqual([
    ['by card', 990, 990],
    ['in part', 490, 490],
  ]);
});

it('a charge is disputed if Polar lists a dispute about its order', async () => {
  const order = { status: 'paid', paid: true, total_amount: 990, net_amount: 990, currency: 'usd' };
  const orders = ['order_1', 'order_2'].map((id) => ({ ...order, id }));
  const { send, asked } = answering({ items: orders }, { items: [{ id: 'dispute_1', order_id: 'order_2' }] });
  const charges = await listCharges(send, 'sub_1');
  expect(charges.map(({ id, isDisputed }) => [id, isDisputed])).toEqual([
    ['order_1', false],
    ['order_2', true],
  ]);
  expect(asked[1]).toContain('GET /v1/disputes/?');
  expect(asked[1]).toContain('order_id=order_1&order_id=order_2');
});
