import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buy, stripeFor, typesOf } from '../dialects/alpha/testing.ts';
import { startTestSandbox, type TestSandbox } from '../testing.ts';

let sandbox: TestSandbox;
let customerId: string;
let subscriptionId: string;

beforeEach(async () => {
  sandbox = await startTestSandbox();
  ({ customerId, subscriptionId } = await buy(sandbox));
});
afterEach(() => sandbox.close());

const return_url = 'https://shop.example/account';

async function open(flow?: object): Promise<string> {
  const { billingPortal } = stripeFor(sandbox);
  return (
    await billingPortal.sessions.create({
      customer: customerId,
      return_url,
      ...(flow ? { flow_data: flow } : {}),
    } as never)
  ).url;
}

const textOf = async (url: string) => (await fetch(url)).text();
const submit = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test('each invoice has its own address: its receipt', async () => {
  const { data } = await stripeFor(sandbox).invoices.list({ customer: customerId });
  const address = data[0]?.hosted_invoice_url ?? '';
  expect(await textOf(address)).toContain('Invoice SBX-00001');
  expect((await fetch(`${address}x`)).status).toBe(404);
});

test('a plan whose price was replaced is offered once', async () => {
  const prices = sandbox.options.prices;
  const former = prices.find(({ id }) => id === 'price_pro_year');
  if (!former) throw new Error('There is no such price');
  sandbox.options.prices = [...prices, { ...former, id: 'price_pro_year_before' }];
  await sandbox.restart();
  const page = await textOf(`${await open()}/switch/${subscriptionId}`);
  expect(page.match(/aria-label="Choose Pro per year"/g)).toHaveLength(1);
});

describe('the portal', () => {
  test('shows the plan, the card, the invoices and the link back', async () => {
    const page = await textOf(await open());
    for (const part of [
      'Pro',
      'Active',
      '$9.90 per month',
      'Visa ending in 4242',
      'SBX-00001',
      `href="${return_url}"`,
    ]) {
      expect(page).toContain(part);
    }
    for (const button of ['Cancel plan', 'Switch plan', 'Update card'])
      expect(page).toContain(`<button>${button}</button>`);
  });

  test('canceling asks first, then sets only cancel_at; keeping undoes it', async () => {
    const url = await open();
    expect(await textOf(`${url}/cancel/${subscriptionId}`)).toContain('Confirm cancellation');
    expect((await sandbox.truth()).subscriptions[0]?.cancelAtPeriodEnd).toBe(false);
    expect((await submit(`${url}/cancel/${subscriptionId}`)).status).toBe(303);
    const canceled = await stripeFor(sandbox).subscriptions.retrieve(subscriptionId);
    expect(canceled).toMatchObject({ cancel_at: expect.any(Number), cancel_at_period_end: false, status: 'active' });
    expect(await textOf(url)).toContain('Keep plan');
    await submit(`${url}/keep/${subscriptionId}`);
    expect(await stripeFor(sandbox).subscriptions.retrieve(subscriptionId)).toMatchObject({ cancel_at: null });
  });

  test('a portal cancellation is undone by an empty cancel_at, not by cancel_at_period_end=false', async () => {
    await submit(`${await open()}/cancel/${subscriptionId}`);
    const { subscriptions } = stripeFor(sandbox);
    expect((await subscriptions.update(subscriptionId, { cancel_at_period_end: false })).cancel_at).not.toBeNull();
    expect((await subscriptions.update(subscriptionId, { cancel_at: '' })).cancel_at).toBeNull();
  });

  test('switching shows the offers, asks, and charges the difference at once', async () => {
    const url = await open();
    expect(await textOf(`${url}/switch/${subscriptionId}`)).toContain('Choose Starter per month');
    const target = { price: 'price_pro_year', quantity: '1' };
    const confirm = await textOf(`${url}/change/${subscriptionId}?${new URLSearchParams(target)}`);
    expect(confirm).toContain('Confirm change');
    expect(confirm).toContain('$99.00 per year');
    const from = sandbox.received.length;
    await submit(`${url}/change/${subscriptionId}`, target);
    await sandbox.settle();
    expect(typesOf(sandbox, from)).toContain('customer.subscription.updated');
    expect((await sandbox.truth()).subscriptions[0]).toMatchObject({ priceId: 'price_pro_year', interval: 'year' });
  });

  test("the flow subscription_update_confirm opens at its page and ends at the seller's address", async () => {
    const item = (await stripeFor(sandbox).subscriptions.retrieve(subscriptionId)).items.data[0]?.id;
    const url = await open({
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: subscriptionId,
        items: [{ id: item, price: 'price_starter_month', quantity: 1 }],
      },
      after_completion: { type: 'redirect', redirect: { return_url: 'https://shop.example/changed' } },
    });
    expect(await textOf(url)).toContain('Switch to Starter');
    const done = await submit(`${url}/change/${subscriptionId}`, { price: 'price_starter_month', quantity: '1' });
    expect(done.headers.get('location')).toBe('https://shop.example/changed');
  });

  test('a new card is checked, saved, and pays an open invoice', async () => {
    await sandbox.control('POST', `subscriptions/${subscriptionId}/fail_next`, {});
    await sandbox.control('POST', `subscriptions/${subscriptionId}/renew`, {});
    const url = await open();
    expect(await textOf(url)).toContain('The last payment failed');
    const card = { number: '5555555555554444', expiry: '12 / 34', cvc: '123' };
    expect((await submit(`${url}/card`, { ...card, number: '4000000000000002' })).status).toBe(402);
    expect((await submit(`${url}/card`, { ...card, expiry: '1' })).status).toBe(422);
    expect((await submit(`${url}/card`, card)).status).toBe(303);
    expect((await sandbox.truth()).subscriptions[0]?.status).toBe('active');
  });

  test('only its own customer sees an invoice', async () => {
    const [invoice] = (await sandbox.truth()).invoices;
    expect(await textOf(`${await open()}/invoices/${invoice?.id}`)).toContain('Invoice SBX-00001');
    const other = await buy(sandbox, { userId: 'bea' });
    customerId = other.customerId;
    const url = await open();
    expect((await fetch(`${url}/invoices/${invoice?.id}`)).status).toBe(404);
    expect((await submit(`${url}/cancel/${subscriptionId}`)).status).toBe(409);
    expect((await sandbox.truth()).subscriptions[0]?.cancelAtPeriodEnd).toBe(false);
  });

  test('an address is valid for an hour', async () => {
    const url = await open();
    await sandbox.control('POST', 'clock', { seconds: 3700 });
    expect((await fetch(url)).status).toBe(410);
  });
});
