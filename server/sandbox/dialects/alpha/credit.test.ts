import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing.ts';
import { buy, stripeFor } from './testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

/** The invoices of a subscription, oldest first, with the lines' amounts. */
async function bills(subscription: string) {
  const { data } = await stripeFor(sandbox).invoices.list({ subscription });
  return data.toReversed().map(({ lines, ...told }) => ({
    lines: lines.data.map(({ amount }) => amount),
    subtotal: told.subtotal,
    total: told.total,
    due: told.amount_due,
    balance: [told.starting_balance, told.ending_balance],
  }));
}

const move = async (id: string, price: string, proration_behavior: 'always_invoice' | 'create_prorations') => {
  const { items } = await stripeFor(sandbox).subscriptions.retrieve(id);
  const [item] = items.data;
  await stripeFor(sandbox).subscriptions.update(id, { items: [{ id: item?.id ?? '', price }], proration_behavior });
};

test("a credit that an invoice leaves is the customer's balance, with which the next one begins", async () => {
  const { subscriptionId: id, customerId } = await buy(sandbox, { userId: 'credited', price: 'price_pro_year' });
  const balance = async () => {
    const found = await stripeFor(sandbox).customers.retrieve(customerId);
    return found.deleted ? null : found.balance;
  };
  expect(await balance()).toBe(0);
  await move(id, 'price_starter_month', 'always_invoice');
  const [bought, left] = await bills(id);
  expect(bought).toMatchObject({ total: 9900, due: 9900, balance: [0, 0] });
  expect(left).toEqual({ lines: [490, -9900], subtotal: -9410, total: -9410, due: 0, balance: [0, -9410] });
  expect(await balance()).toBe(-9410);
  await sandbox.control('POST', 'clock', { days: 32 });
  const [, , renewed] = await bills(id);
  expect(renewed).toEqual({ lines: [490], subtotal: 490, total: 490, due: 0, balance: [-9410, -8920] });
  expect(await balance()).toBe(-8920);
  const { total, amount_due, starting_balance } = await stripeFor(sandbox).invoices.createPreview({ subscription: id });
  expect({ total, amount_due, starting_balance }).toEqual({ total: 490, amount_due: 0, starting_balance: -8920 });
});

test('what a change left since is among the lines of the next invoice', async () => {
  const { subscriptionId: id } = await buy(sandbox, { userId: 'pending', price: 'price_pro_month' });
  await move(id, 'price_starter_month', 'create_prorations');
  await sandbox.control('POST', 'clock', { days: 32 });
  const renewed = (await bills(id)).at(-1);
  expect(renewed).toMatchObject({ due: 0, balance: [0, expect.any(Number)] });
  expect(renewed?.lines.reduce((sum, amount) => sum + amount, 0)).toBe(renewed?.total);
});
