import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentTypes, standings } from '../../adapters/adapter.ts';
import { type Database, openDatabase } from '../../database/client.ts';
import { subscriptionRow } from '../../testing/app/rows.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { duplicateStates, lateChargeStates } from './duplicate.ts';
import { outcomes } from './outcome.ts';
import { disputeStatuses, paymentStatuses } from './payment.ts';
import { isLive, LIVE, liveInSql, subscriptionStatuses } from './subscription.ts';

let home: TestDatabase;
let database: Database;
beforeAll(async () => {
  home = await createTestDatabase();
  database = openDatabase({ url: home.url, max: 2, onError: console.error });
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

const HELD = `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1`;

describe('the database and the code have the same list of', () => {
  test.each([
    ['subscription_status_known', subscriptionStatuses],
    ['subscription_reported_status_known', subscriptionStatuses],
    ['subscription_standing_known', standings],
    ['payment_status_known', paymentStatuses],
    ['payment_type_known', paymentTypes],
    ['payment_dispute_known', disputeStatuses],
    ['duplicate_state_known', duplicateStates],
    ['late_charge_state_known', lateChargeStates],
    // The previous release offers 'duplicate' to an insert that then finds its conflict.
    ['webhook_event_outcome_known', [...outcomes, 'duplicate']],
  ])('%s', async (name, words) => {
    const { rows } = await database.pool.query<{ definition: string }>(HELD, [name]);
    const held = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, word]) => word);
    expect(held.sort()).toEqual([...words].sort());
  });
});

const subscription = (id: string, status: string, standing: string) =>
  subscriptionRow({ id: 'u' }, { id, providerSubscriptionId: id, status, standing });

test('a value in no list is refused', async () => {
  const { prisma } = database;
  await expect(prisma.subscription.create({ data: subscription('odd', 'odd', 'running') })).rejects.toThrow(
    'subscription_status_known',
  );
});

test('the code, Prisma and SQL agree on live statuses', async () => {
  const all = subscriptionStatuses.flatMap((status) =>
    standings.map((standing) => subscription(`${status} ${standing}`, status, standing)),
  );
  const { prisma, pool } = database;
  await prisma.subscription.createMany({ data: all });
  const expected = all.filter(isLive).map(({ id }) => id);
  expect(expected).toContain('incomplete paused');
  expect(expected).not.toContain('incomplete running');
  const byPrisma = await prisma.subscription.findMany({ where: { userId: 'u', ...LIVE } });
  const bySql = await pool.query<{ id: string }>(`SELECT id FROM subscription s WHERE ${liveInSql('s')}`);
  expect(byPrisma.map(({ id }) => id).sort()).toEqual(expected.toSorted());
  expect(bySql.rows.map(({ id }) => id).sort()).toEqual(expected.toSorted());
});
