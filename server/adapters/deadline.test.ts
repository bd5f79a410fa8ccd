import { expect, test } from 'vitest';
import { buy } from '../sandbox/dialects/alpha/testing.ts';
import { startTestSandbox, type TestSandbox } from '../sandbox/testing.ts';
import type { Adapter } from './adapter.ts';
import { adapterDefinitions, type ProviderName } from './index.ts';

/** Each call is fast enough by itself, but two of them exceed the operation's time. */
const TIMEOUT_MS = 1_600;
const SLOW_MS = 1_200;

const buyer = { userId: 'user_1', userEmail: 'a@b.co', idempotencyKey: 'key_1' };
const checkout = {
  ...buyer,
  plan: 'pro',
  interval: 'month',
  successUrl: 'http://a.b/',
  cancelUrl: 'http://a.b/',
} as const;

type Operation = (adapter: Adapter, sandbox: TestSandbox) => Promise<() => Promise<unknown>>;

/** The address is taken: the provider refuses, and is asked whose it is. */
const takenAddress: Operation = async (adapter) => {
  await adapter.createCustomer(buyer);
  return () => adapter.createCustomer({ ...buyer, userId: 'user_2', idempotencyKey: 'key_2' });
};

const operations: [ProviderName, string, Operation][] = [
  [
    'alpha',
    'listCharges',
    async (adapter, sandbox) => {
      const { subscriptionId, customerId } = await buy(sandbox);
      const sold = { providerSubscriptionId: subscriptionId, providerCustomerId: customerId };
      expect(await adapter.listCharges(sold)).toHaveLength(1);
      return () => adapter.listCharges(sold);
    },
  ],
  ['beta', 'createCheckout of one of two products', async (adapter) => () => adapter.createCheckout(checkout)],
  ['beta', 'createCustomer', takenAddress],
  ['gamma', 'createCustomer', takenAddress],
];

test.concurrent.each(operations)('%s: %s ends within its time, however many calls it makes', async (...given) => {
  const [dialect, , prepare] = given;
  const sandbox = await startTestSandbox({ dialect });
  try {
    const adapter = adapterDefinitions[dialect].create({
      secretKey: sandbox.options.secretKey,
      webhookSecrets: [],
      apiUrl: sandbox.url,
      timeoutMs: TIMEOUT_MS,
      prices: ['price_pro_month', 'price_starter_month'].map((id) => ({ id, plan: 'pro', interval: 'month' })),
    });
    const operation = await prepare(adapter, sandbox);
    await sandbox.control('POST', 'switches', { api: { mode: 'slow', ms: SLOW_MS } });
    await expect(operation()).rejects.toThrow(/^The provider could not be reached: (TimeoutError|ETIMEDOUT)$/);
  } finally {
    await sandbox.close();
  }
});
