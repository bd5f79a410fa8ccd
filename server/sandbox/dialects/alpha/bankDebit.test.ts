import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing.ts';
import { eventsOf, stripeFor, typesOf } from './testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

const paidTypes = ['invoice.paid', 'invoice.payment_succeeded'];

async function payByBank(price: string, mode: 'payment' | 'subscription' = 'subscription') {
  const line_items = [{ price, quantity: 1 }];
  const { id } = await stripeFor(sandbox).checkout.sessions.create({ mode, line_items, success_url: 'http://x/' });
  await sandbox.control('POST', `checkouts/${id}/pay`, { number: 'bank_debit' });
  await sandbox.settle();
  return id;
}

/** docs.stripe.com/payments/checkout/fulfill-orders: first complete and unpaid, then paid or failed days later. */
test('a bank debit: the checkout is complete and unpaid, the subscription incomplete, until the payment arrives', async () => {
  const id = await payByBank('price_pro_month');
  expect(typesOf(sandbox, 0)).toEqual([
    'customer.created',
    'customer.subscription.created',
    'checkout.session.completed',
  ]);
  const [, created, completed] = eventsOf(sandbox, 0);
  expect(created?.data.object).toMatchObject({ status: 'incomplete' });
  expect(completed?.data.object).toMatchObject({ id, status: 'complete', payment_status: 'unpaid' });
  const from = sandbox.received.length;
  await sandbox.control('POST', `invoices/${created?.data.object.latest_invoice}/collect`);
  await sandbox.settle();
  expect(typesOf(sandbox, from)).toEqual([
    'customer.subscription.updated',
    ...paidTypes,
    'checkout.session.async_payment_succeeded',
  ]);
  expect((await sandbox.truth()).subscriptions).toMatchObject([{ status: 'active' }]);
  expect((await stripeFor(sandbox).checkout.sessions.retrieve(id)).payment_status).toBe('paid');
});
