import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, startBeta } from '../../sandbox/dialects/beta/testing.ts';
import type { TestSandbox } from '../../sandbox/testing.ts';
import { type Relay, startRelay } from '../../testing/company/relay.ts';
import { beta } from './adapter.ts';

const PLACE = '/v1/customers';
let sandbox: TestSandbox;
let relay: Relay;
beforeAll(async () => {
  sandbox = await startBeta();
  relay = await startRelay(sandbox.url);
});
afterAll(async () => {
  await relay.close();
  await sandbox.close();
});

const create = (userEmail: string, secretKey = sandbox.options.secretKey) =>
  beta
    .create({ secretKey, webhookSecrets: [], apiUrl: relay.url, prices: [] })
    .createCustomer({ userId: 'user_1', userEmail, idempotencyKey: 'key_1' });

describe('createCustomer', () => {
  it('names our user as its external id', async () => {
    const { providerCustomerId = '', isNew } = (await create('new@b.co')) ?? {};
    expect(isNew).toBe(true);
    const { json } = await call(sandbox, `GET /v1/customers?customer_id=${providerCustomerId}`);
    expect(json).toMatchObject({ email: 'new@b.co', external_id: 'user_1', metadata: { userId: 'user_1' } });
  });

  it.each([
    ['by its external id', { external_id: 'user_1' }, true],
    ['by its metadata alone', { metadata: { userId: 'user_1' } }, true],
    ["another user's", { external_id: 'user_2', metadata: { userId: 'user_1' } }, false],
    ["nobody's", {}, false],
  ])('if the address is known, the customer is ours %s', async (name, said, ours) => {
    const email = `${name.replace(/\W/g, '')}+1@b.co`;
    const { json } = await call(sandbox, `POST ${PLACE}`, { email, ...said });
    expect(await create(email)).toEqual(ours ? { providerCustomerId: json.id, isNew: false } : null);
  });

  it('rejects a refusal for another reason, and an answer that is not a customer', async () => {
    await expect(create('a@b.co', 'creem_wrong')).rejects.toThrow('answered 403 to /v1/customers');
    relay.change(PLACE, () => ({ status: 400, json: {} }));
    await expect(create('a@b.co')).rejects.toThrow('answered 400 to /v1/customers');
    relay.change(PLACE, () => ({ status: 500, json: {} }));
    await expect(create('a@b.co')).rejects.toThrow('answered 500');
    relay.change(PLACE, () => ({ status: 200, json: {} }));
    await expect(create('a@b.co')).rejects.toThrow('without a customer id');
    relay.reset();
  });
});
