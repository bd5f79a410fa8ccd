import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy, stripeFor } from '../../sandbox/dialects/alpha/testing.ts';
import { startTestSandbox, type TestSandbox } from '../../sandbox/testing.ts';
import { alpha } from './adapter.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

test("what a customer's credit pays is no charge that could be refunded", async () => {
  const stripe = stripeFor(sandbox);
  const options = { secretKey: sandbox.options.secretKey, webhookSecrets: [], apiUrl: sandbox.url, timeoutMs: 60_000 };
  const adapter = alpha.create({ ...options, prices: [] });
  const { subscriptionId: id, customerId: providerCustomerId } = await buy(sandbox, {
    userId: 'credited',
    price: 'price_pro_year',
  });
  const { items } = await stripe.subscriptions.retrieve(id);
  const changed = [{ id: items.data[0]?.id ?? '', price: 'price_starter_month' }];
  await stripe.subscriptions.update(id, { items: changed, proration_behavior: 'always_invoice' });
  await sandbox.control('POST', 'clock', { days: 32 });
  const { data } = await stripe.invoices.list({ subscription: id });
  expect(data.map(({ total, amount_due }) => [total, amount_due])).toEqual([
    [490, 0],
    [-9410, 0],
    [9900, 9900],
  ]);
  expect(
    (await adapter.listCharges({ providerSubscriptionId: id, providerCustomerId })).map(({ amount }) => amount),
  ).toEqual([9900]);
  expect(await adapter.fetchCharge({ providerPaymentId: String(data[0]?.id), providerCustomerId })).toBeNull();
});
