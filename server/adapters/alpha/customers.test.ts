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

/** docs.stripe.com/api/customers/search: none in India; the words are those of accounts there. */
describe('an account without search', () => {
  const named = (id: string, userId?: string) => ({ id, object: 'customer', metadata: userId ? { userId } : {} });
  const byAddress: Record<string, object[]> = {
    'Ann@B.co': [named('cus_exact'), named('cus_other', 'user_2')],
    'ann@b.co': [named('cus_lower', 'user_1')],
  };
  const list: Respond = (response, request) => {
    const email = new URL(request.url ?? '', 'http://company').searchParams.get('email') ?? '';
    json({ object: 'list', data: byAddress[email] ?? [], has_more: false })(response, request);
  };
  const answers = (search: Respond) => ({ 'GET /v1/customers': list, 'GET /v1/customers/search': search });

  it.each(['search feature unavailable for merchant', 'The search feature is temporarily unavailable in your region.'])(
    '%s: both forms of the address are listed',
    async (message) => {
      const { adapter } = await adapterWith(answers(refusal(400, { message })));
      expect(await adapter.findCustomers('Ann@B.co')).toEqual([
        { providerCustomerId: 'cus_exact', statedUserId: null },
        { providerCustomerId: 'cus_other', statedUserId: 'user_2' },
        { providerCustomerId: 'cus_lower', statedUserId: 'user_1' },
      ]);
      const found = await adapter.findCustomersOf?.({ id: 'user_1', email: 'Ann@B.co' });
      expect(found).toEqual([{ providerCustomerId: 'cus_lower', statedUserId: 'user_1' }]);
      expect(await adapter.findCustomersOf?.({ id: 'user_1', email: '' })).toEqual([]);
    },
  );

  it.each([
    ['down', refusal(500, { type: 'api_error', message: 'The search is unavailable' })],
    ['rate-limited', refusal(429, { message: 'The search is not available' })],
    ['asked wrongly', refusal(400, { message: 'We were unable to parse your search query', param: 'query' })],
  ])('a search that is %s rejects', async (_, search) => {
    const { adapter } = await adapterWith(answers(search));
    await expect(adapter.findCustomers('ann@b.co')).rejects.toThrow('The provider answered');
    await expect(adapter.findCustomersOf?.({ id: 'user_1', email: '' })).rejects.toThrow('The provider answered');
  });
});
