import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { alphaEvent, alphaSubscription } from '../../testing/events/alphaObjects.ts';
import { markCustomerDeleted } from './markCustomerDeleted.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const prisma = () => app.deps.billing.database.prisma;

test('the record is marked, only its subscriptions end, and the ledger has an entry', async () => {
  const { id: userId } = await app.signUp();
  for (const name of ['gone', 'other']) {
    const subscription = alphaSubscription(`sub_${name}`, userId, { customer: `cus_${name}`, status: 'active' });
    await app.deliver(alphaEvent('customer.subscription.created', subscription));
  }
  const where = { providerCustomerId: 'cus_gone' };
  const customer = await prisma().customer.findFirstOrThrow({ where });
  expect((await markCustomerDeleted(app.deps.billing, customer)).outcome).toBe('applied');
  expect((await prisma().customer.findFirstOrThrow({ where })).deletedAt).toBeInstanceOf(Date);
  const subscriptions = await prisma().subscription.findMany({ orderBy: { providerSubscriptionId: 'asc' } });
  expect(subscriptions.map(({ status }) => status)).toEqual(['canceled', 'active']);
  const [told] = await prisma().webhookEvent.findMany({ where: { customerId: customer.id, type: 'customer.deleted' } });
  expect(told).toMatchObject({ outcome: 'applied', nativeType: 'provider.snapshot', userId });
});

test('marked a second time, it changes nothing', async () => {
  const { id: userId } = await app.signUp();
  await app.deliver(alphaEvent('customer.created', { id: 'cus_twice', metadata: { userId } }));
  const where = { providerCustomerId: 'cus_twice' };
  const customer = await prisma().customer.findFirstOrThrow({ where });
  await markCustomerDeleted(app.deps.billing, customer);
  const { deletedAt } = await prisma().customer.findFirstOrThrow({ where });
  await markCustomerDeleted(app.deps.billing, customer);
  expect((await prisma().customer.findFirstOrThrow({ where })).deletedAt).toEqual(deletedAt);
});
