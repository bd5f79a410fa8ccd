import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Pool } from '../../../database/client.ts';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { recordStatements } from '../../../testing/database/statements.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { askOwnerCheck } from '../../sync/askOwnerCheck.ts';
import { lookAtOwners } from './lookAtOwners.ts';

mayComplain(/A user has two live subscriptions/);

const OTHER = 'a provider that is not set up, so that nobody is asked';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.deps.worker.stop();
});
afterAll(() => app.close());

const billing = () => app.deps.billing;
const prisma = () => billing().database.prisma;
afterEach(async () => {
  await prisma().ownerCheck.deleteMany();
});

const buy = (userId: string, number = 1) => ({
  id: `${userId}-${number}`,
  userId,
  provider: OTHER,
  providerSubscriptionId: `${userId}-${number}`,
  status: 'active',
  plan: 'pro',
  interval: 'month',
  amount: '9.90',
  currency: 'usd',
  currentPeriodStart: new Date(),
  currentPeriodEnd: new Date(),
  lastEventAt: new Date(),
});

test('owners with one subscription and no open page are dismissed by the hundred, in six statements', async () => {
  const people = Array.from({ length: 600 }, (_, number) => `one-of-many-${number}`);
  await prisma().subscription.createMany({ data: people.map((userId) => buy(userId)) });
  await prisma().ownerCheck.createMany({ data: people.map((userId) => ({ userId })) });
  const [ofJobs, ofUsers] = [billing().database.jobPool, billing().database.pool].map(recordStatements);
  expect(await lookAtOwners(billing())).toBe(600);
  expect(await prisma().ownerCheck.count()).toBe(0);
  expect(ofUsers?.filter(({ text }) => text.includes('one-of-many'))).toEqual([]);
  expect(ofJobs?.length).toBeLessThanOrEqual(6);
});

test('of a hundred owners, the one with a second subscription is checked', async () => {
  const people = Array.from({ length: 100 }, (_, number) => `of-a-hundred-${number}`);
  await prisma().subscription.createMany({ data: [...people, 'of-a-hundred-7'].map((userId, n) => buy(userId, n)) });
  await prisma().ownerCheck.createMany({ data: people.map((userId) => ({ userId })) });
  expect(await lookAtOwners(billing())).toBe(100);
  expect(await prisma().duplicate.findMany({ where: { userId: { in: people } } })).toMatchObject([
    { userId: 'of-a-hundred-7', state: 'reported' },
  ]);
});

test('a report is closed when only one is left, and an unannounced end is announced', async () => {
  await prisma().subscription.createMany({ data: [buy('left-with-one'), buy('untold')] });
  await prisma().subscription.create({ data: { ...buy('untold', 2), status: 'canceled' } });
  const states = [
    { subscriptionId: 'left-with-one-2', userId: 'left-with-one', state: 'reported' },
    { subscriptionId: 'untold-2', userId: 'untold', state: 'done' },
  ];
  await prisma().duplicate.createMany({ data: states });
  for (const { userId } of states) await askOwnerCheck(billing().database.pool, userId);
  await lookAtOwners(billing());
  const after = await prisma().duplicate.findMany({
    where: { userId: { in: ['left-with-one', 'untold'] } },
    orderBy: { state: 'asc' },
  });
  expect(after).toMatchObject([{ state: 'closed' }, { state: 'done', toldAt: expect.any(Date) }]);
});

test('a second one bought while the owner is being dismissed is checked', async () => {
  const userId = 'bought-meanwhile';
  await prisma().subscription.create({ data: buy(userId) });
  await askOwnerCheck(billing().database.pool, userId);
  const other = await billing().database.pool.connect();
  await other.query('BEGIN');
  await askOwnerCheck(other as unknown as Pool, userId);
  const looking = lookAtOwners(billing());
  // It waits for the row that the purchase locks.
  await expect
    .poll(
      async () => {
        const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%DELETE FROM owner_check%'`;
        return (await prisma().$queryRawUnsafe<[{ n: number }]>(waiting))[0].n;
      },
      { timeout: 10_000 },
    )
    .toBe(1);
  const second = buy(userId, 2);
  const names = Object.keys(second).map((name) => `"${name}"`);
  const places = names.map((_, index) => `$${index + 1}`);
  await other.query(`INSERT INTO subscription (${names}) VALUES (${places})`, Object.values(second));
  await other.query('COMMIT');
  other.release();
  await looking;
  await lookAtOwners(billing());
  expect(await prisma().duplicate.findMany({ where: { userId } })).toMatchObject([{ state: 'reported' }]);
});
