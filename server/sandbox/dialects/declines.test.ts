import { describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing.ts';
import * as alpha from './alpha/testing.ts';
import * as beta from './beta/testing.ts';
import * as gamma from './gamma/testing.ts';

const buyAlpha = (sandbox: TestSandbox) => alpha.buy(sandbox);
const buyBeta = (sandbox: TestSandbox) => beta.buy(sandbox);
const buyGamma = (sandbox: TestSandbox) => gamma.buy(sandbox, gamma.someone());

const companies = [
  { name: 'alpha', start: () => startTestSandbox(), buy: buyAlpha, failed: 'invoice.payment_failed' },
  { name: 'beta', start: () => beta.startBeta(), buy: buyBeta, failed: 'subscription.past_due' },
  { name: 'gamma', start: () => gamma.startGamma(), buy: buyGamma, failed: 'subscription.past_due' },
];

const typesOf = (sandbox: TestSandbox, from: number) =>
  sandbox.received.slice(from).map(({ body }) => {
    const { type, eventType } = JSON.parse(body) as { type?: string; eventType?: string };
    return type ?? eventType;
  });

describe.each(companies)('$name', ({ start, buy, failed }) => {
  test.each([
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
  ])('a renewal with %s fails, is reported, and succeeds with another card', async (number) => {
    const sandbox = await start();
    const { subscriptionId, customerId } = await buy(sandbox);
    await sandbox.control('POST', 'card', { customerId, number });
    const from = sandbox.received.length;
    await sandbox.control('POST', `subscriptions/${subscriptionId}/renew`, {});
    await sandbox.settle();
    expect(typesOf(sandbox, from)).toContain(failed);
    expect((await sandbox.truth()).subscriptions).toMatchObject([{ status: 'past_due' }]);
    await sandbox.control('POST', 'card', { customerId, number: '4242424242424242' });
    expect((await sandbox.truth()).subscriptions).toMatchObject([{ status: 'active' }]);
    await sandbox.close();
  });

  test('a card that is declined at the checkout buys nothing', async () => {
    const sandbox = await start();
    await expect(buyWith(sandbox, '4000000000000002')).resolves.toEqual([]);
    await sandbox.close();
  });

  test('a renewal that its owner must confirm waits, and is paid once confirmed', async () => {
    const sandbox = await start();
    const { subscriptionId, customerId } = await buy(sandbox);
    await sandbox.control('POST', 'card', { customerId, number: '4000002760003184' });
    await sandbox.control('POST', `subscriptions/${subscriptionId}/renew`, {});
    const open = (await sandbox.truth()).invoices.at(-1);
    expect(open).toMatchObject({ status: 'open' });
    const page = await (await fetch(`${sandbox.url}/invoices/${open?.id}`)).text();
    expect(page).toContain('Confirm payment');
    expect(await sandbox.control('POST', `invoices/${open?.id}/confirm`, {})).toMatchObject({ status: 'paid' });
    expect((await sandbox.truth()).subscriptions).toMatchObject([{ status: 'active' }]);
    await sandbox.close();
  });

  test('calls above the limit get 429 with the retry time; later ones succeed', async () => {
    const sandbox = await start();
    await sandbox.control('POST', 'switches', { limit: { calls: 2, seconds: 60 } });
    const { secretKey } = sandbox.options;
    const headers = { authorization: `Bearer ${secretKey}`, 'x-api-key': secretKey };
    const ask = () => fetch(`${sandbox.url}/v1/nothing`, { headers });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 429]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(50);
    await sandbox.control('POST', 'switches', { limit: { calls: 0, seconds: 60 } });
    expect((await ask()).status).toBe(404);
    await sandbox.close();
  });
});

/** Returns the subscriptions after the purchase. */
async function buyWith(sandbox: TestSandbox, card: string): Promise<unknown[]> {
  const { dialect } = sandbox.options;
  if (dialect === 'alpha') await alpha.buy(sandbox, { card });
  else if (dialect === 'beta') await beta.buy(sandbox, { card });
  else await gamma.buy(sandbox, gamma.someone(), card);
  return (await sandbox.truth()).subscriptions;
}

test('gamma reports why a payment was declined, and beta only that it was', async () => {
  for (const { start, buy } of companies.slice(1)) {
    const sandbox = await start();
    const { subscriptionId, customerId } = await buy(sandbox);
    await sandbox.control('POST', 'card', { customerId, number: '4000000000009995' });
    await sandbox.control('POST', `subscriptions/${subscriptionId}/renew`, {});
    if (sandbox.options.dialect === 'gamma') {
      const { json } = await gamma.call(sandbox, 'GET /v1/payments/?limit=1');
      expect(json.items).toMatchObject([{ status: 'failed', decline_reason: 'insufficient_funds' }]);
    } else {
      const { json } = await beta.call(sandbox, `GET /v1/subscriptions?subscription_id=${subscriptionId}`);
      expect(json).toMatchObject({ status: 'past_due', last_transaction: { status: 'declined', amount_paid: 0 } });
    }
    await sandbox.close();
  }
});
