import { afterEach, describe, expect, it } from 'vitest';
import { type Answers, closeCompanies, company, json } from '../../testing/jsonCompany.ts';
import { beta } from './adapter.ts';

const input = { userId: 'user_1', userEmail: 'a@b.co', idempotencyKey: 'key_1' };
const customer = { id: 'cust_1', email: 'a@b.co', external_id: 'user_1' };
const PLACE = 'POST /v1/customers';

async function adapterWith(answers: Answers) {
  const { calls, address } = await company(answers);
  const adapter = beta.create({ secretKey: 'hidden', webhookSecrets: [], apiUrl: address, prices: [] });
  return { adapter, calls };
}

afterEach(closeCompanies);

describe('createCustomer', () => {
  const exists = json({ status: 400, message: ['A customer with this email already exists.'] }, 400);
  const both = (found: unknown, status = 200) => ({ [PLACE]: exists, 'GET /v1/customers': json(found, status) });

  it('names our user as its external id', async () => {
    const { adapter, calls } = await adapterWith({ [PLACE]: json(customer) });
    expect(await adapter.createCustomer(input)).toBe('cust_1');
    expect(calls.map(({ body }) => body)).toEqual([
      { email: 'a@b.co', external_id: 'user_1', metadata: { userId: 'user_1' } },
    ]);
  });

  it.each([
    ['by its external id', customer, 'cust_1'],
    ['by its metadata alone', { id: 'cust_1', metadata: { userId: 'user_1' } }, 'cust_1'],
    ["another user's", { ...customer, external_id: 'user_2', metadata: { userId: 'user_1' } }, null],
    ["nobody's", { id: 'cust_1', email: 'a@b.co' }, null],
  ])('where the address is known, the customer is ours %s', async (_name, found, expected) => {
    const { adapter, calls } = await adapterWith(both(found));
    expect(await adapter.createCustomer(input)).toBe(expected);
    expect(calls[1]?.path).toBe('/v1/customers?email=a%40b.co');
  });

  it('rejects a refusal for another reason, and what is no customer', async () => {
    const refused = (await adapterWith(both({}, 404))).adapter;
    await expect(refused.createCustomer(input)).rejects.toThrow('answered 400 to /v1/customers');
    const failed = (await adapterWith({ [PLACE]: json({}, 500) })).adapter;
    await expect(failed.createCustomer(input)).rejects.toThrow('answered 500');
    const odd = (await adapterWith({ [PLACE]: json({}) })).adapter;
    await expect(odd.createCustomer(input)).rejects.toThrow('without a customer id');
  });
});
