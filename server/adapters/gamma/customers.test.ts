import { afterEach, describe, expect, it } from 'vitest';
import { type Answers, closeCompanies, company, json } from '../../testing/jsonCompany.ts';
import { gamma } from './adapter.ts';

const input = { userId: 'user_1', userEmail: 'a@b.co', idempotencyKey: 'key_1' };
const customer = { id: 'c1', email: 'a@b.co', external_id: 'user_1' };
const PLACE = 'POST /v1/customers/';

async function adapterWith(answers: Answers) {
  const { calls, address } = await company(answers);
  const adapter = gamma.create({ secretKey: 'hidden', webhookSecrets: [], apiUrl: address, prices: [] });
  return { adapter, calls };
}

afterEach(closeCompanies);

describe('createCustomer', () => {
  const refused = json({ error: 'RequestValidationError', detail: [{ loc: ['body', 'email'] }] }, 422);
  const EXTERNAL = 'GET /v1/customers/external/user_1';
  const LIST = 'GET /v1/customers/';

  it('names our user as its external id', async () => {
    const { adapter, calls } = await adapterWith({ [PLACE]: json(customer, 201) });
    expect(await adapter.createCustomer(input)).toBe('c1');
    expect(calls.map(({ body }) => body)).toEqual([
      { email: 'a@b.co', external_id: 'user_1', metadata: { userId: 'user_1' } },
    ]);
  });

  it('finds the one that was made before by its external id, whatever its address', async () => {
    const { adapter } = await adapterWith({ [PLACE]: refused, [EXTERNAL]: json({ ...customer, email: 'old@b.co' }) });
    expect(await adapter.createCustomer(input)).toBe('c1');
  });

  it("is null where the address is another customer's", async () => {
    const { adapter, calls } = await adapterWith({ [PLACE]: refused, [LIST]: json({ items: [{ id: 'c2' }] }) });
    expect(await adapter.createCustomer(input)).toBeNull();
    expect(calls.at(-1)?.path).toBe('/v1/customers/?email=a%40b.co');
  });

  it('rejects a refusal for another reason, and what is no customer', async () => {
    const { adapter } = await adapterWith({ [PLACE]: refused, [LIST]: json({ items: [] }) });
    await expect(adapter.createCustomer(input)).rejects.toThrow('answered 422 to /v1/customers/');
    const failed = (await adapterWith({ [PLACE]: json({}, 500) })).adapter;
    await expect(failed.createCustomer(input)).rejects.toThrow('answered 500');
    const odd = (await adapterWith({ [PLACE]: json({}) })).adapter;
    await expect(odd.createCustomer(input)).rejects.toThrow('without a customer id');
  });
});
