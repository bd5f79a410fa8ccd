import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { ownersOf } from './owners.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ownerOf = async (user: string) => {
  const metadata = { account: user };
  const customer = { providerCustomerId: 'cus_1', email: null, statedUserId: null, deleted: false, metadata };
  const found = await ownersOf(app.deps.billing, [customer], { trustedKey: 'account' });
  return found.get('cus_1');
};

test('an address in trusted metadata means whoever proves it, however it is written', async () => {
  const expected = { kind: 'expected', email: 'ada@example.com', reason: expect.any(String) };
  expect([await ownerOf('ada@example.com'), await ownerOf('Ada@Example.com')]).toEqual([expected, expected]);
  const ada = await app.signUp('ada@example.com');
  expect(await ownerOf('Ada@Example.com')).toEqual({ kind: 'owner', userId: ada.id, assigned: true });
});
