import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, startCompany } from './company.ts';

let company: Company;

beforeAll(async () => {
  company = await startCompany();
});
afterAll(() => company.close());

test('a subscription that two requests name at once exists for both', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `sub_${n >> 1}`);
  const read = (id: string) => fetch(`${company.url}/v1/subscriptions/${id}`);
  const answers = await Promise.all(ids.map(read));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
});

test('two requests at once with one idempotency key create one customer', async () => {
  const create = async (key: string) => {
    const headers = { 'idempotency-key': key, 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'email=somebody%40example.com';
    const response = await fetch(`${company.url}/v1/customers`, { method: 'POST', headers, body });
    return ((await response.json()) as { id: string }).id;
  };
  const ids = await Promise.all(['one', 'one', 'two', 'two'].map(create));
  expect(ids).toEqual([ids[0], ids[0], ids[2], ids[2]]);
  expect(ids[2]).not.toBe(ids[0]);
});
