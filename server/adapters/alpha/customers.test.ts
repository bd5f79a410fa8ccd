import { afterEach, describe, expect, it } from 'vitest';
import { closeAnswering, json, type Respond } from '../../testing/company/answering.ts';
import { alpha } from './adapter.ts';
import { type Answers, company, refusal } from './fixtures/company.ts';

const input = { userId: 'user_1', userEmail: 'a@b.co', idempotencyKey: 'key_1' };
const customer = { id: 'cus_1', object: 'customer', email: 'a@b.co', metadata: { userId: 'user_1' } };

async function adapterWith(answers: Answers) {
  const { calls, address } = await company(answers);
  const adapter = alpha.create({ secretKey: 'sk_test_hidden', webhookSecrets: [], apiUrl: address, prices: [] });
  return { adapter, calls };
}

afterEach(closeAnswering);

describe('createCustomer', () => {
  it('names our user, and uses one idempotency key for repeats', async () => {
    const { adapter, calls } = await adapterWith({ 'POST /v1/customers': customer });
    expect(await adapter.createCustomer(input)).toEqual({ providerCustomerId: 'cus_1', isNew: true });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.form).toEqual({ email: 'a@b.co', 'metadata[userId]': 'user_1' });
    expect(calls[0]?.headers['idempotency-key']).toBe('key_1');
  });

  it('waits while another call with the same key is running', async () => {
    const busy = refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
    const answers: Respond[] = [busy, busy, json(customer)];
    const { adapter, calls } = await adapterWith({
      'POST /v1/customers': (response, request) => answers.shift()?.(response, request),
    });
    expect(await adapter.createCustomer(input)).toEqual({ providerCustomerId: 'cus_1', isNew: true });
    expect(calls).toHaveLength(3);
  });

  it.each([[{}], [{ id: 7 }]])('rejects the answer %j', async (answer) => {
    const { adapter } = await adapterWith({ 'POST /v1/customers': answer });
    await expect(adapter.createCustomer(input)).rejects.toThrow('without a customer id');
  });

  it('rejects a refusal without quoting it', async () => {
    const { adapter } = await adapterWith({ 'POST /v1/customers': refusal(400, { param: 'email' }) });
    await expect(adapter.createCustomer(input)).rejects.toThrow(/^The provider answered 400 email req_1$/);
  });
});
