import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buy, stripeFor } from '../dialects/alpha/testing.ts';
import { startTestSandbox, type TestSandbox } from '../testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

/** Sends any `Host` header, which fetch doesn't allow. */
function statusFor(path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${sandbox.url}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('the guard', () => {
  test('a change without the header is refused, a read is not', async () => {
    const url = `${sandbox.url}/_sandbox/clock`;
    expect((await fetch(url, { method: 'POST', body: '{"days":1}' })).status).toBe(403);
    expect((await fetch(`${sandbox.url}/_sandbox/state`)).status).toBe(200);
  });

  test.each(['/', '/_sandbox/state'])(
    '%s is closed to a foreign name that was rebound to this machine',
    async (path) => {
      expect(await statusFor(path, 'evil.example')).toBe(403);
      expect(await statusFor(path, `localhost:${new URL(sandbox.url).port}`)).toBe(200);
    },
  );

  test("a form on the overview needs the page's own token", async () => {
    const body = new URLSearchParams({ token: 'guessed', days: '1' });
    const answer = await fetch(`${sandbox.url}/_sandbox/forms/clock`, { method: 'POST', body, redirect: 'manual' });
    expect(answer.status).toBe(409);
  });
});

describe('the overview', () => {
  async function submit(action: string, fields: Record<string, string>): Promise<number> {
    const page = await (await fetch(sandbox.url)).text();
    const token = /name="token" value="(\w+)"/.exec(page)?.[1] ?? '';
    const body = new URLSearchParams({ token, ...fields });
    return (await fetch(`${sandbox.url}/_sandbox/forms/${action}`, { method: 'POST', body, redirect: 'manual' }))
      .status;
  }

  test('shows the provider, and its forms work', async () => {
    const { subscriptionId, customerId } = await buy(sandbox);
    const page = await (await fetch(sandbox.url)).text();
    for (const part of [subscriptionId, customerId, 'checkout.session.completed', 'delivered'])
      expect(page).toContain(part);
    const before = Date.parse((await sandbox.truth()).now);
    expect(await submit('clock', { days: '7' })).toBe(303);
    expect(Date.parse((await sandbox.truth()).now) - before).toBeGreaterThanOrEqual(7 * 86_400_000);
    expect(await submit(`subscriptions/${subscriptionId}`, { action: 'pause' })).toBe(303);
    expect((await sandbox.truth()).subscriptions[0]?.status).toBe('paused');
  });

  test('sets faults', async () => {
    const rates = { repeat: '0.5', reorder: '0', drop: '0.1', falsify: '0', delayRate: '0.2', delayMs: '100' };
    expect(await submit('switches', { ...rates, seed: '9', mode: 'slow' })).toBe(303);
    const { switches } = await sandbox.control<{ switches: object }>('GET', 'state');
    expect(switches).toMatchObject({
      seed: 9,
      repeat: 0.5,
      drop: 0.1,
      delay: { rate: 0.2, ms: 100 },
      api: { mode: 'slow' },
    });
  });
});

describe('calls', () => {
  test.each([
    ['clock', { days: 'one' }, 400],
    ['switches', { drop: 2 }, 400],
    ['switches', { api: { mode: 'odd' } }, 400],
    ['subscriptions/sub_none/renew', {}, 404],
    ['subscriptions/sub_none/dance', {}, 404],
    ['deliveries/dlv_none/resend', {}, 404],
    ['nothing', {}, 404],
  ])('POST %s with %j is %i', async (path, body, status) => {
    await expect(sandbox.control('POST', path, body)).rejects.toThrow(`${status} {"error":`);
  });

  test('each action on a subscription', async () => {
    const { subscriptionId } = await buy(sandbox);
    const act = async (action: string) =>
      (await sandbox.control('POST', `subscriptions/${subscriptionId}/${action}`, {})).status;
    expect(await act('pause')).toBe('paused');
    expect(await act('resume')).toBe('active');
    expect(await act('renew')).toBe('active');
    expect(await act('fail_next')).toBe('active');
    expect(await act('renew')).toBe('past_due');
    expect(await act('mark_unpaid')).toBe('unpaid');
    expect(await act('cancel_now')).toBe('canceled');
  });

  test('refund and delete', async () => {
    const { customerId } = await buy(sandbox);
    const [invoice] = (await sandbox.truth()).invoices;
    expect(await sandbox.control('POST', 'refund', { invoiceId: invoice?.id, amount: 90 })).toMatchObject({
      amount: 90,
    });
    await sandbox.control('DELETE', `customers/${customerId}`);
    const { customers, subscriptions, invoices } = await sandbox.truth();
    expect(customers).toMatchObject([{ id: customerId, deleted: true }]);
    expect(subscriptions).toMatchObject([{ status: 'canceled' }]);
    expect(invoices).toMatchObject([{ refunded: 90, status: 'paid' }]);
  });

  test('a changed price is shown and charged, also after a restart', async () => {
    const { subscriptionId } = await buy(sandbox);
    expect(await sandbox.control('POST', 'prices/price_pro_month', { amount: 1_900 })).toEqual({
      id: 'price_pro_month',
      amount: 1_900,
      currency: 'usd',
    });
    await sandbox.restart();
    expect(await stripeFor(sandbox).prices.retrieve('price_pro_month')).toMatchObject({ unit_amount: 1_900 });
    await sandbox.control('POST', `subscriptions/${subscriptionId}/renew`, {});
    expect((await sandbox.truth()).invoices.map(({ amount }) => amount)).toEqual([990, 1_900]);
    await expect(sandbox.control('POST', 'prices/price_none', { amount: 1 })).rejects.toThrow('404');
  });

  test('settle stops at its time limit if something is left', async () => {
    await sandbox.control('POST', 'switches', { delay: { rate: 1, ms: 60_000 } });
    await buy(sandbox, { settle: false });
    expect(await sandbox.control('POST', 'settle', { timeoutMs: 100 })).toMatchObject({
      settled: false,
      pending: 5,
      waitsFor: expect.arrayContaining([expect.objectContaining({ url: sandbox.options.webhookUrl })]),
    });
  });
});

test('a restart keeps everything: records, clock, switches, page addresses', async () => {
  await buy(sandbox, { trialDays: 14 });
  await sandbox.control('POST', 'clock', { days: 3 });
  await sandbox.control('POST', 'switches', { seed: 5, repeat: 0.25 });
  const before = await sandbox.truth();
  await sandbox.restart();
  const after = await sandbox.truth();
  expect({ ...after, now: '' }).toEqual({ ...before, now: '' });
  expect(Date.parse(after.now) - Date.parse(before.now)).toBeLessThan(10_000);
  expect(await sandbox.control('GET', 'state')).toMatchObject({ switches: { seed: 5, repeat: 0.25 } });
});

describe('facts', () => {
  const price = { id: 'price_old', plan: 'pro', label: 'Old', interval: 'month', amount: 700, currency: 'usd' };
  const periodEnd = Date.now() + 30 * 86_400_000;
  const fact = {
    type: 'subscription.updated',
    price,
    customer: { id: 'cus_told', email: 'told@example.com', userId: 'tom' },
    subscription: { id: 'sub_told', status: 'past_due', periodStart: Date.now(), periodEnd },
  };

  test('are in the records from then on, without a webhook', async () => {
    const before = sandbox.received.length;
    const answer = await sandbox.control('POST', 'facts', fact);
    expect(answer).toEqual({ customerId: 'cus_told', subscriptionId: 'sub_told' });
    const found = await stripeFor(sandbox).subscriptions.retrieve('sub_told');
    expect(found).toMatchObject({ customer: 'cus_told', status: 'past_due', metadata: { userId: 'tom' } });
    expect(found.items.data[0]?.price).toMatchObject({ id: 'price_old', unit_amount: 700 });
    await sandbox.settle();
    expect(sandbox.received).toHaveLength(before);
  });

  test('leave a known customer unchanged', async () => {
    await sandbox.control('POST', 'facts', fact);
    const other = { ...fact.customer, email: 'other@example.com' };
    await sandbox.control('POST', 'facts', { ...fact, type: 'customer.updated', customer: other });
    const { customers } = await sandbox.truth();
    expect(customers.filter(({ id }) => id === 'cus_told')).toMatchObject([{ email: 'told@example.com' }]);
  });

  test('give a customer its first card, and keep the last bill of a subscription', async () => {
    const customer = { id: 'cus_card', email: 'card@example.com', card: '4242424242424242' };
    const subscription = { ...fact.subscription, id: 'sub_card', status: 'active' };
    const paid = { ...fact, customer, subscription, type: 'invoice.payment_succeeded', paymentId: 'in_card' };
    await sandbox.control('POST', 'facts', paid);
    const other = { ...customer, card: '4000000000000002' };
    await sandbox.control('POST', 'facts', { ...fact, customer: other, subscription });
    const stripe = stripeFor(sandbox);
    const found = await stripe.subscriptions.retrieve('sub_card', { expand: ['latest_invoice'] });
    expect(found.latest_invoice).toMatchObject({ id: 'in_card' });
    const { data } = await stripe.paymentMethods.list({ customer: 'cus_card' });
    expect(data).toMatchObject([{ card: { last4: '4242' } }]);
  });

  test.each([{}, { ...fact, type: 'lunch' }, { ...fact, customer: {} }, { ...fact, price: undefined }])(
    'refuses an invalid fact: %j',
    async (body) => {
      await expect(sandbox.control('POST', 'facts', body)).rejects.toThrow(/400 .*A fact has/);
    },
  );
});
