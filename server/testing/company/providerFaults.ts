import { afterEach, describe, expect, it } from 'vitest';
import type { Adapter, SubscriptionChange } from '../../adapters/adapter.ts';
import type { AdapterDefinition } from '../../adapters/definition.ts';
import { answering, closeAnswering, dripping, json, type Respond, refusing } from './answering.ts';

interface Faulty {
  definition: AdapterDefinition;
  secretKey: string;
  /** Those that call the provider with a subscription's id alone. */
  changes: readonly SubscriptionChange[];
  /** How its refusal of a key looks. */
  refused: [status: number, body: object];
}

const prices = [{ id: 'prod_1', plan: 'pro', interval: 'month' } as const];
const checkout = {
  plan: 'pro',
  interval: 'month',
  userId: 'u',
  userEmail: 'a@b.co',
  successUrl: 'http://localhost/',
  cancelUrl: 'http://localhost/',
  idempotencyKey: 'k',
} as const;

const operationsOf = (adapter: Adapter, changes: Faulty['changes']): Promise<unknown>[] => [
  adapter.createCheckout(checkout),
  adapter.createPortal({ providerCustomerId: 'cus_1', returnUrl: 'http://localhost/' }),
  adapter.fetchCheckout('co_1'),
  adapter.fetchSubscription('sub_1'),
  adapter.listSubscriptions('cus_1'),
  adapter.fetchCustomer('cus_1'),
  adapter.fetchAccount(),
  ...changes.map((change) => adapter.changeSubscription('sub_1', change)),
];

const whole: [name: string, respond: Respond][] = [
  ['500', json({ error: 'ServerError' }, 500)],
  ['429', (response) => response.writeHead(429, { 'retry-after': '60' }).end('{}')],
  ['a redirect', (response) => response.writeHead(307, { location: '/v1/elsewhere' }).end()],
  ['cut JSON', (response) => response.writeHead(200).end('{"id":"co_1","url":"https://co')],
  ['a page', (response) => response.writeHead(200).end('<html>Bad gateway</html>')],
  [
    'a cut connection',
    (response) => response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy()),
  ],
];
const slow: [name: string, respond: Respond][] = [
  ['hangs', () => {}],
  ['drips', dripping],
];

/** The tests of what an adapter's calls do when its provider fails. */
export function describeFaults({ definition, secretKey, changes, refused: [status, body] }: Faulty): void {
  afterEach(closeAnswering);

  async function expectFailures(apiUrl: string, timeoutMs?: number): Promise<void> {
    const adapter = definition.create({ secretKey, webhookSecrets: [], apiUrl, prices, timeoutMs });
    const operations = operationsOf(adapter, changes);
    const outcomes = await Promise.allSettled(operations);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(Array(operations.length).fill('rejected'));
    for (const outcome of outcomes as PromiseRejectedResult[]) {
      expect(outcome.reason).toBeInstanceOf(Error);
      expect(`${outcome.reason.stack} ${JSON.stringify(outcome.reason)}`).not.toContain(secretKey);
    }
  }

  describe('every call rejects, without the secret key, when the provider', () => {
    it.each([...whole, [`${status}`, json(body, status)] as const])('answers %s', async (_, respond) => {
      await expectFailures((await answering(respond)).address);
    });

    it('refuses the connection', async () => {
      await expectFailures(await refusing());
    });

    it.each(slow)('%s longer than the timeout', async (_, respond) => {
      await expectFailures((await answering(respond)).address, 200);
    });
  });
}
