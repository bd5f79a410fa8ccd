import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing.ts';
import { buy, stripeFor } from './testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const stripe = () => stripeFor(sandbox);

async function customerOf(subscriptionId: string): Promise<string> {
  return String((await stripe().subscriptions.retrieve(subscriptionId)).customer);
}

test('expand gives products, charges, prices and balance transactions, at any depth', async () => {
  const { subscriptionId = '' } = await buy(sandbox, { userId: 'expands' });
  const prices = await stripe().prices.list({ expand: ['data.product'] });
  expect(prices.data[0]?.product).toMatchObject({ object: 'product', id: expect.any(String) });
  const deep = await stripe().subscriptions.retrieve(subscriptionId, { expand: ['items.data.price.product'] });
  expect(deep.items.data[0]?.price.product).toMatchObject({ object: 'product' });
  const customer = await customerOf(subscriptionId);
  const [charge] = (await stripe().charges.list({ customer, expand: ['data.balance_transaction'] })).data;
  expect(charge?.balance_transaction).toMatchObject({ object: 'balance_transaction', amount: charge?.amount, fee: 0 });
  const [payment] = (await stripe().paymentIntents.list({ customer, expand: ['data.latest_charge'] })).data;
  expect(payment?.latest_charge).toMatchObject({ object: 'charge', id: charge?.id });
});

test('a property that is not there is 400', async () => {
  await expect(stripe().prices.list({ expand: ['data.nope'] })).rejects.toMatchObject({ statusCode: 400 });
});

test('a past charge keeps the card that paid it', async () => {
  const { subscriptionId = '' } = await buy(sandbox, { userId: 'changes card' });
  const customer = await customerOf(subscriptionId);
  const before = (await stripe().charges.list({ customer })).data;
  await sandbox.control('POST', 'card', { customerId: customer, number: '5555555555554444' });
  expect((await stripe().charges.list({ customer })).data).toEqual(before);
});

test('what a copy of an account asks for first can be read', async () => {
  expect((await stripe().plans.list()).data[0]).toMatchObject({ object: 'plan', interval: expect.any(String) });
  expect((await stripe().setupIntents.list()).data).toEqual([]);
  expect((await stripe().creditNotes.list()).data).toEqual([]);
  expect((await stripe().radar.earlyFraudWarnings.list()).data).toEqual([]);
});

test('a checkout that holds the payment back is refused, cards on the hosted page are not', async () => {
  const checkout = {
    mode: 'payment' as const,
    line_items: [{ price: 'price_pro_once', quantity: 1 }],
    success_url: 'https://shop.example/',
  };
  const held = { ...checkout, payment_intent_data: { capture_method: 'manual' as const } };
  await expect(stripe().checkout.sessions.create(held)).rejects.toMatchObject({
    statusCode: 400,
    param: 'payment_intent_data[capture_method]',
  });
  // What older clients and tutorials send.
  const byCard = { ...checkout, payment_method_types: ['card'] };
  const made = await stripe().checkout.sessions.create(byCard as typeof checkout);
  expect(made.status).toBe('open');
});

test('a price may set its own lookup key again, and an endpoint ask for no event that nobody sends', async () => {
  const price = await stripe().prices.update('price_pro_month', { lookup_key: 'standard' });
  expect((await stripe().prices.update(price.id, { lookup_key: 'standard' })).lookup_key).toBe('standard');
  await expect(stripe().prices.update('price_pro_year', { lookup_key: 'standard' })).rejects.toMatchObject({
    statusCode: 400,
  });
  const endpoint = { url: 'https://shop.example/hook', enabled_events: ['nonsense.event' as '*'] };
  await expect(stripe().webhookEndpoints.create(endpoint)).rejects.toMatchObject({ param: 'enabled_events' });
});
