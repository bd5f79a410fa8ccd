import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, startGamma } from '../../sandbox/dialects/gamma/testing.ts';
import type { TestSandbox } from '../../sandbox/testing.ts';
import { type Relay, startRelay } from '../../testing/company/relay.ts';
import { gamma } from './adapter.ts';

const PLACE = '/v1/customers/';
let sandbox: TestSandbox;
let relay: Relay;
beforeAll(async () => {
  sandbox = await startGamma();
  relay = await startRelay(sandbox.url);
});
afterAll(async () => {
  await relay.close();
  await sandbox.close();
});

const create = (userId: string, userEmail: string, idIsTaken = false) =>
  gamma
    .create({ secretKey: sandbox.options.secretKey, webhookSecrets: [], apiUrl: relay.url, prices: [] })
    .createCustomer({ userId, userEmail, idempotencyKey: 'key_1', idIsTaken });
const make = (email: string, external_id?: string) => call(sandbox, `POST ${PLACE}`, { email, external_id });

describe('createCustomer', () => {
  it('names our user as its external id', async () => {
    const { providerCustomerId, isNew } = (await create('user_1', 'a@b.co')) ?? {};
    expect(isNew).toBe(true);
    const { json } = await call(sandbox, `GET /v1/customers/${providerCustomerId}`);
    expect(json).toMatchObject({ email: 'a@b.co', external_id: 'user_1', metadata: { userId: 'user_1' } });
  });

  it('finds an existing customer by its external id, whatever its address', async () => {
    const { json } = await make('old@b.co', 'user_2');
    expect(await create('user_2', 'new@b.co')).toEqual({ providerCustomerId: json.id, isNew: false });
  });

  it('names our user by metadata alone, if another user has the customer with its external id', async () => {
    const { json: moved } = await make('moved@b.co', 'user_5');
    const made = await create('user_5', 'anew@b.co', true);
    expect(made).toEqual({ providerCustomerId: expect.not.stringContaining(String(moved.id)), isNew: true });
    const { json } = await call(sandbox, `GET /v1/customers/${made?.providerCustomerId}`);
    expect(json).toMatchObject({ external_id: null, metadata: { userId: 'user_5' } });
    expect(await create('user_5', 'moved@b.co', true)).toBeNull();
  });

  it("returns null if the address is another customer's", async () => {
    await make('taken+1@b.co');
    expect(await create('user_3', 'taken+1@b.co')).toBeNull();
  });

  it('rejects a refusal for another reason, and an answer that is not a customer', async () => {
    await expect(create('user_4', 'no address')).rejects.toThrow('answered 422 to /v1/customers/');
    relay.change(PLACE, () => ({ status: 500, json: {} }));
    await expect(create('user_4', 'b@b.co')).rejects.toThrow('answered 500');
    relay.change(PLACE, () => ({ status: 201, json: {} }));
    await expect(create('user_4', 'c@b.co')).rejects.toThrow('without a customer id');
    relay.reset();
  });
});
