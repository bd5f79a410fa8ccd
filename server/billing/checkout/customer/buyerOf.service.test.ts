import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addCustomer } from '../../../testing/app/rows.ts';
import { buyerOf } from './buyerOf.ts';
import { newReleasedAddress } from './releasedAddress.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A service that names no address. */
const asking = { email: '', emailVerified: false, operator: false, scopes: new Set(['write']), key: 'web' };

test("a service that names no address buys with its user's customer's, and not with the place-holder of a lost one", async () => {
  const email = 'ada@example.com';
  await addCustomer(app, { id: 'known', email });
  await addCustomer(app, { id: 'lost', email: newReleasedAddress('billing.example') });
  expect(await buyerOf(app.deps.billing, { ...asking, id: 'known' })).toMatchObject({ id: 'known', email });
  await expect(buyerOf(app.deps.billing, { ...asking, id: 'lost' })).rejects.toMatchObject({
    code: 'checkout_failed',
    reason: 'the e-mail address of lost is unknown: x-user-email is missing',
  });
});
