import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Checkout } from '../../../database/generated/client.ts';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addCustomer } from '../../../testing/app/rows.ts';
import { CLAIM_MS } from '../../deadlines.ts';
import { bindClaim, claimCheckout, giveUpClaim } from './claim.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const table = () => app.deps.billing.database.prisma.checkout;
const refused = Object.assign(new Error('The provider refused'), { status: 429 });

/** A caller whose provider is so slow that another one takes the claim over. */
let slow: Checkout;
let next: Checkout;

beforeEach(async () => {
  const ada = await app.signUp();
  const wanted = { userId: ada.id, plan: 'pro', interval: 'month', quantity: 1, offer: 'price_1 990 usd' };
  const claim = async () => (await claimCheckout(app.deps.billing, wanted))?.row as Checkout;
  const { id } = await claim();
  slow = await table().update({ where: { id }, data: { claimedAt: new Date(Date.now() - CLAIM_MS - 1) } });
  next = await claim();
});

test.each([
  ['an answer', refused],
  ['a timeout', new Error('late')],
])('a caller that comes to its end with %s leaves the claim to who took it over', async (_, error) => {
  await giveUpClaim(app.deps.billing, slow, error);
  expect(await table().findUnique({ where: { id: slow.id } })).toEqual(next);
});

test('whoever has the claim gives it up, also after its customer was bound', async () => {
  const customer = await addCustomer(app, { id: next.userId, email: 'ada@example.com' });
  await expect(bindClaim(app.deps.billing, slow, customer)).rejects.toThrow('took this checkout over');
  const bound = await bindClaim(app.deps.billing, next, customer);
  await giveUpClaim(app.deps.billing, bound, new Error('late'));
  expect(await table().findUnique({ where: { id: next.id } })).toMatchObject({ claimedAt: new Date(0) });
  await giveUpClaim(app.deps.billing, { ...bound, claimedAt: new Date(0) }, refused);
  expect(await table().findUnique({ where: { id: next.id } })).toBeNull();
});
