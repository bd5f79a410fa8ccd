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

/** Prepared without haste, so that only the operation meets the deadline. */
type Operation = (adapter: Adapter, sandbox: TestSandbox) => Promise<(hurried: Adapter) => Promise<unknown>>;

/** The address is taken: the provider refuses, and is asked whose it is. */
const takenAddress: Operation = async (adapter) => {
  await adapter.createCustomer(buyer);
  return (hurried) => hurried.createCustomer({ ...buyer, userId: 'user_2', idempotencyKey: 'key_2' });
};

const operations: [ProviderName, string, Operation][] = [
  [
    'alpha',
    'listCharges',
    async (adapter, sandbox) => {
      const { subscriptionId, customerId } = await buy(sandbox);
      const sold = { providerSubscriptionId: subscriptionId, providerCustomerId: customerId };
      expect(await adapter.listCharges(sold)).toHaveLength(1);
      return (hurried) => hurried.listCharges(sold);
    },
  ],
  ['beta', 'createCheckout of one of two products', async () => (hurried) => hurried.createCheckout(checkout)],
  ['beta', 'createCustomer', takenAddress],
  ['gamma', 'createCustomer', takenAddress],
];

test.concurrent.each(operations)('%s: %s ends within its time, however many calls it makes', async (...given) => {
  const [dialect, , prepare] = given;
  const sandbox = await startTestSandbox({ dialect });
  try {
    const options = {
      secretKey: sandbox.options.secretKey,
      webhookSecrets: [],
      apiUrl: sandbox.url,
      prices: ['price_pro_month', 'price_starter_month'].map((id) => ({ id, plan: 'pro', interval: 'month' as const })),
    };
    const { create } = adapterDefinitions[dialect];
    const operation = await prepare(create(options), sandbox);
    await sandbox.control('POST', 'switches', { api: { mode: 'slow', ms: SLOW_MS } });
    await expect(operation(create({ ...options, timeoutMs: TIMEOUT_MS }))).rejects.toThrow(
      /^The provider could not be reached: (TimeoutError|ETIMEDOUT)$/,
    );
  } finally {
    await sandbox.close();
  }
});
