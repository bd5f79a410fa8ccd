import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buy, stripeFor, typesOf } from '../dialects/alpha/testing.ts';
import { typesOf as betaTypes, buy as buyBeta, startBeta } from '../dialects/beta/testing.ts';
import { buy as buyGamma, call, startGamma } from '../dialects/gamma/testing.ts';
import { startTestSandbox, type TestSandbox } from '../testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

/** A paid invoice, and the number of webhooks received so far. */
async function paid() {
  const { session, subscriptionId } = await buy(sandbox, { userId: `u${Math.random()}` });
  return { invoiceId: String(session.invoice), subscriptionId, from: sandbox.received.length };
}

async function told(from: number) {
  await sandbox.settle();
  return typesOf(sandbox, from);
}

describe('disputes', () => {
  test('opened and won: the money is withdrawn and returned', async () => {
    const { invoiceId, from } = await paid();
    const opened = await sandbox.control('POST', 'disputes', { invoiceId });
    expect(opened).toMatchObject({ invoiceId, amount: 990, status: 'open' });
    expect(await told(from)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    const won = await sandbox.control('POST', `disputes/${opened.id}/win`, {});
    expect(won).toMatchObject({ status: 'won' });
    expect((await told(from)).slice(2)).toEqual(['charge.dispute.funds_reinstated', 'charge.dispute.closed']);
    await expect(sandbox.control('POST', `disputes/${opened.id}/lose`, {})).rejects.toThrow('409');
  });

  test('opened and lost', async () => {
    const { invoiceId, from } = await paid();
    const { id } = await sandbox.control('POST', 'disputes', { invoiceId, reason: 'product_not_received' });
    await expect(sandbox.control('POST', 'disputes', { invoiceId })).rejects.toThrow('disputed already');
    await sandbox.control('POST', `disputes/${id}/lose`, {});
    expect(await told(from)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ]);
    expect(await stripeFor(sandbox).disputes.retrieve(String(id))).toMatchObject({
      status: 'lost',
      reason: 'product_not_received',
    });
  });

  test('while it is open, and once it is lost, nothing can be refunded', async () => {
    const { invoiceId } = await paid();
    const refund = () => sandbox.control('POST', 'refund', { invoiceId });
    const { id } = await sandbox.control('POST', 'disputes', { invoiceId });
    await expect(refund()).rejects.toThrow('The payment is disputed');
    await sandbox.control('POST', `disputes/${id}/lose`, {});
    await expect(refund()).rejects.toThrow('409');
  });

  test.each(['won', 'lost'] as const)('%s by the published evidence', async (status) => {
    const { invoiceId, from } = await paid();
    const { id } = await sandbox.control<{ id: string }>('POST', 'disputes', { invoiceId });
    const evidence = { uncategorized_text: status === 'won' ? 'winning_evidence' : 'losing_evidence' };
    expect(await stripeFor(sandbox).disputes.update(id, { evidence })).toMatchObject({ status });
    expect(await told(from)).toContain('charge.dispute.closed');
  });

  test('by the published card', async () => {
    const from = sandbox.received.length;
    const { session } = await buy(sandbox, { userId: 'disputer', card: '4000000000000259' });
    expect(await told(from)).toContain('charge.dispute.created');
    expect((await sandbox.truth()).disputes).toContainEqual(
      expect.objectContaining({ invoiceId: session.invoice, status: 'open' }),
    );
  });

  test('one provider reports it once, another not at all', async () => {
    const beta = await startBeta();
    const gamma = await startGamma();
    try {
      await buyBeta(beta);
      await beta.control('POST', 'disputes', { invoiceId: (await beta.truth()).invoices[0]?.id });
      await beta.settle();
      expect(betaTypes(beta).at(-1)).toBe('dispute.created');
      await buyGamma(gamma);
      const before = gamma.received.length;
      await gamma.control('POST', 'disputes', { invoiceId: (await gamma.truth()).invoices[0]?.id });
      await gamma.settle();
      expect(gamma.received.length).toBe(before);
      expect((await call(gamma, 'GET /v1/disputes/')).json.items).toMatchObject([{ status: 'needs_response' }]);
    } finally {
      await beta.close();
      await gamma.close();
    }
  });
});

describe('a renewal that its owner must confirm', () => {
  async function waiting() {
    const { subscriptionId } = await buy(sandbox, { userId: `a${Math.random()}` });
    const customerId = String((await stripeFor(sandbox).subscriptions.retrieve(subscriptionId)).customer);
    await sandbox.control('POST', 'card', { customerId, number: '4000002760003184' });
    await sandbox.settle();
    const from = sandbox.received.length;
    await sandbox.control('POST', `subscriptions/${subscriptionId}/renew`, {});
    const { latest_invoice } = await stripeFor(sandbox).subscriptions.retrieve(subscriptionId);
    return { subscriptionId, invoiceId: String(latest_invoice), from };
  }

  test('is reported, and paid when the owner confirms', async () => {
    const { subscriptionId, invoiceId, from } = await waiting();
    expect(await told(from)).toEqual([
      'invoice.payment_failed',
      'invoice.payment_action_required',
      'customer.subscription.updated',
    ]);
    const page = await fetch(`${sandbox.url}/invoices/${invoiceId}`);
    expect(await page.text()).toContain('Confirm payment');
    await fetch(`${sandbox.url}/invoices/${invoiceId}/confirm`, { method: 'POST' });
    expect((await told(from)).slice(3)).toEqual([
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    expect(await stripeFor(sandbox).subscriptions.retrieve(subscriptionId)).toMatchObject({ status: 'active' });
  });

  test('is confirmed by the control API, once', async () => {
    const { invoiceId } = await waiting();
    expect(await sandbox.control('POST', `invoices/${invoiceId}/confirm`, {})).toMatchObject({ status: 'paid' });
    await expect(sandbox.control('POST', `invoices/${invoiceId}/confirm`, {})).rejects.toThrow('409');
  });
});

test('the overview refunds in part, disputes and decides', async () => {
  const { invoiceId } = await paid();
  const lost = (await paid()).invoiceId;
  const page = await (await fetch(`${sandbox.url}/`)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const send = (action: string, amount = '', id = invoiceId) =>
    fetch(`${sandbox.url}/_sandbox/forms/payments/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ token, action, amount }),
      redirect: 'manual',
    });
  expect((await send('refund', '90')).status).toBe(303);
  expect((await send('dispute')).status).toBe(303);
  expect((await send('win')).status).toBe(303);
  await send('dispute', '', lost);
  await send('lose', '', lost);
  const { invoices, disputes } = await sandbox.truth();
  expect(invoices.find(({ id }) => id === invoiceId)).toMatchObject({ refunded: 90 });
  expect(disputes.find((each) => each.invoiceId === invoiceId)).toMatchObject({ status: 'won', amount: 900 });
  expect(disputes.find((each) => each.invoiceId === lost)).toMatchObject({ status: 'lost' });
});
