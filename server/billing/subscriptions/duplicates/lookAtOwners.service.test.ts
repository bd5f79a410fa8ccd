import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Pool } from '../../../database/client.ts';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { subscriptionRow } from '../../../testing/app/rows.ts';
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

function bought(userId: string, number = 1) {
  const id = `${userId}-${number}`;
  return subscriptionRow({ id: userId }, { id, provider: OTHER, providerSubscriptionId: id, lastEventAt: new Date() });
}

test('owners with one subscription and no open page are dismissed by the hundred, in a few statements', async () => {
  const people = Array.from({ length: 600 }, (_, number) => `one-of-many-${number}`);
  await prisma().subscription.createMany({ data: people.map((userId) => bought(userId)) });
  await prisma().ownerCheck.createMany({ data: people.map((userId) => ({ userId })) });
  const [ofJobs, ofUsers] = [billing().database.jobPool, billing().database.pool].map(recordStatements);
  expect(await lookAtOwners(billing())).toBe(600);
  expect(await prisma().ownerCheck.count()).toBe(0);
  expect(ofUsers?.filter(({ text }) => text.includes('one-of-many'))).toEqual([]);
  expect(ofJobs?.length).toBeLessThan(20);
});

test('of a hundred owners, the one with a second subscription is checked', async () => {
  const people = Array.from({ length: 100 }, (_, number) => `of-a-hundred-${number}`);
  await prisma().subscription.createMany({ data: [...people, 'of-a-hundred-7'].map((userId, n) => bought(userId, n)) });
  await prisma().ownerCheck.createMany({ data: people.map((userId) => ({ userId })) });
  expect(await lookAtOwners(billing())).toBe(100);
  expect(await prisma().duplicate.findMany({ where: { userId: { in: people } } })).toMatchObject([
    { userId: 'of-a-hundred-7', state: 'reported' },
  ]);
});

test('a report is closed when only one is left, and an unannounced end is announced', async () => {
  await prisma().subscription.createMany({ data: [bought('left-with-one'), bought('untold')] });
  await prisma().subscription.create({ data: { ...bought('untold', 2), status: 'canceled' } });
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
  expect(after).toMatchObject([{ state: 'closed' }, { state: 'done', notifiedAt: expect.any(Date) }]);
});

test('a purchase just before the dismissal keeps its request', async () => {
  const userId = 'bought-meanwhile';
  await prisma().subscription.create({ data: bought(userId) });
  await askOwnerCheck(billing().database.pool, userId);
  const { jobPool } = billing().database;
  const left: number[] = [];
  async function query(text: string, values?: unknown[]) {
    if (!text.includes('DELETE FROM owner_check WHERE "userId" IN')) return jobPool.query(text, values);
    await askOwnerCheck(billing().database.pool, userId);
    const answer = await jobPool.query(text, values);
    left.push(await prisma().ownerCheck.count({ where: { userId } }));
    return answer;
  }
  const watched = Object.assign(Object.create(jobPool) as Pool, { query });
  await lookAtOwners({ ...billing(), database: { ...billing().database, jobPool: watched } });
  expect(left).toEqual([1]);
});

test('the check does not wait for a purchase that is being written, and follows its commit', async () => {
  const userId = 'being-written';
  await prisma().subscription.create({ data: bought(userId) });
  await askOwnerCheck(billing().database.pool, userId);
  const purchase = await billing().database.pool.connect();
  await purchase.query('BEGIN');
  await askOwnerCheck(purchase as unknown as Pool, userId);
  expect(await lookAtOwners(billing())).toBe(0);
  await purchase.query('COMMIT');
  purchase.release();
  await prisma().subscription.create({ data: bought(userId, 2) });
  expect(await lookAtOwners(billing())).toBe(1);
  expect(await prisma().duplicate.findMany({ where: { userId } })).toMatchObject([{ state: 'reported' }]);
});

test('owners who buy while others are dismissed are not checked one by one', async () => {
  const people = Array.from({ length: 6 }, (_, number) => `meanwhile-${number}`);
  await prisma().subscription.createMany({ data: people.map((userId) => bought(userId)) });
  const { jobPool } = billing().database;
  let asked = 0;
  async function query(text: string, values?: unknown[]) {
    const next = text.includes('SET attempts = attempts + 1') ? people[asked++] : undefined;
    if (next) await askOwnerCheck(billing().database.pool, next);
    return jobPool.query(text, values);
  }
  const watched = Object.assign(Object.create(jobPool) as Pool, { query });
  const statements = recordStatements(jobPool);
  const run = () => lookAtOwners({ ...billing(), database: { ...billing().database, jobPool: watched } });
  for (let runs = 0; runs <= people.length; runs += 1) await run();
  expect(asked).toBeGreaterThanOrEqual(people.length);
  expect(await prisma().ownerCheck.count()).toBe(0);
  expect(statements.filter(({ text }) => text.includes('INSERT INTO lease'))).toEqual([]);
});
