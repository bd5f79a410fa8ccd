import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../database/client.ts';
import { defaultPlans } from '../../../plans/testing.ts';
import { AT, type Life, type LivedPayment } from '../../../testing/access/lives.ts';
import { storedAt } from '../../../testing/access/storedAccess.ts';
import { userOf, writeLives } from '../../../testing/access/writeLives.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { changesJob } from '../feed/accessFeed.ts';
import { followOwners } from './followOwners.ts';
import { createPlansGeneration } from './generation.ts';

/** What bears on access is announced (reliability, promise 33). */
const DAY = 86_400_000;
const ada = userOf(0);
let home: TestDatabase;
let database: Database;

beforeAll(async () => {
  home = await createTestDatabase();
  database = openDatabase({ url: home.url, max: 4, onError: console.error });
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

const processWith = (access = defaultPlans().access) => {
  const plans = { ...defaultPlans(), access };
  return { plans, generation: createPlansGeneration(plans) };
};
const usual = processWith({ ...defaultPlans().access, after_trial_failed_days: 3 });
const follow = async (process = usual) => {
  while (await followOwners(process, database.pool));
};
beforeEach(async () => {
  await sql('TRUNCATE owner_access, access_period, access_change');
});

const sql = (text: string) => database.pool.query(text);
const last = async () => Number((await sql('SELECT last FROM change_feed')).rows[0].last);

const paid: LivedPayment = {
  isFailed: false,
  isWrittenOff: false,
  amount: 990,
  refunded: 0,
  dispute: null,
  at: AT - 10 * DAY,
  isOld: false,
};
const life = (more: Partial<Life['subscriptions'][number]> = {}): Life => ({
  subscriptions: [
    {
      status: 'active',
      standing: 'running',
      plan: 'pro',
      startsAt: AT - 10 * DAY,
      endsAt: AT + 20 * DAY,
      cancelAtPeriodEnd: false,
      trialEnd: null,
      quantity: null,
      toldAt: AT - DAY,
      grantedPlan: 'starter',
      unknownSince: null,
      payments: [paid],
      ...more,
    },
  ],
  purchases: [],
  grants: [],
});
const owing = life({
  status: 'past_due',
  payments: [
    { ...paid, isFailed: true },
    { ...paid, isFailed: true, at: AT - DAY },
  ],
});
const owned: Life = {
  subscriptions: [],
  purchases: [{ ...paid, plan: 'pro', days: 30 }],
  grants: [{ plan: 'starter', until: AT + DAY, isRevoked: false }],
};
const waiting = JSON.stringify({
  kind: 'plan',
  waitsAs: 'price',
  at: new Date(AT).toISOString(),
  from: {
    plan: 'enterprise',
    interval: 'month',
    quantity: 1,
    amount: '99.90',
    priceId: null,
    periodEnd: new Date(AT + 20 * DAY).toISOString(),
  },
  to: { plan: 'pro', interval: 'month', quantity: 1, amount: '9.90', priceId: null },
});

describe('each column that access is computed from, changed alone by SQL, numbers its owner', () => {
  test.each<[string, string, Life]>([
    ['subscription', `status = 'incomplete'`, life()],
    ['subscription', `standing = 'over'`, owing],
    ['subscription', `plan = 'starter'`, life()],
    ['subscription', `quantity = 3`, life()],
    ['subscription', `"currentPeriodStart" = "currentPeriodStart" + interval '9 days 2 hours'`, owing],
    ['subscription', `"currentPeriodEnd" = "currentPeriodEnd" + interval '1 day'`, life()],
    ['subscription', `"cancelAtPeriodEnd" = true`, life()],
    ['subscription', `"trialEnd" = "currentPeriodStart"`, owing],
    ['subscription', `"lastEventAt" = "currentPeriodEnd"`, life({ status: 'canceled' })],
    ['subscription', `"grantedPlan" = 'enterprise'`, life({ plan: 'unknown', unknownSince: AT })],
    ['subscription', `"unknownSince" = "unknownSince" - interval '1 day'`, life({ plan: 'unknown', unknownSince: AT })],
    ['subscription', `"scheduledChange" = '${waiting}'`, life()],
    ['subscription', `"userId" = 'another'`, life()],
    ['payment', `status = 'failed', "failedAt" = "paidAt"`, life({ status: 'canceled' })],
    ['payment', `amount = '0.00'`, life({ status: 'canceled' })],
    ['payment', `"amountRefunded" = '9.90'`, life()],
    ['payment', `dispute = 'lost'`, life()],
    ['payment', `"writtenOff" = 'voided' WHERE id = 'p_s_0_0_0'`, owing],
    ['payment', `"paidAt" = "paidAt" - interval '2 hours'`, life({ status: 'canceled' })],
    ['payment', `"failedAt" = "failedAt" + interval '1 hour'`, owing],
    ['payment', `"subscriptionId" = NULL`, life({ status: 'canceled' })],
    ['payment', `plan = 'enterprise'`, owned],
    ['payment', `"accessDays" = 31`, owned],
    ['payment', `"userId" = 'another'`, owned],
    ['access_grant', `plan = 'enterprise'`, owned],
    ['access_grant', `"until" = "until" + interval '40 days', plan = 'pro'`, owned],
    ['access_grant', `"revokedAt" = now()`, { ...owned, purchases: [] }],
  ])('%s: %s', async (table, change, given) => {
    await writeLives(database.pool, [given]);
    await follow();
    const before = await last();
    const periods = () => sql(`SELECT * FROM access_period WHERE "userId" = '${ada}'`);
    const { rows } = await periods();
    await sql(`UPDATE ${table} SET ${change}`);
    await follow();
    expect(await last()).toBeGreaterThan(before);
    expect((await periods()).rows).not.toEqual(rows);
  });

  test.each<[string, Life]>([
    ['subscription', life({ payments: [] })],
    ['payment', { ...owned, grants: [] }],
    ['access_grant', { ...owned, purchases: [] }],
  ])('a row of %s that comes, changes hands and goes', async (table, given) => {
    const named = async () => {
      const { rows } = await sql('DELETE FROM access_change RETURNING "userId"');
      return [...new Set(rows.map(({ userId }) => userId))].sort();
    };
    await writeLives(database.pool, []);
    await named();
    await writeLives(database.pool, [given]);
    expect(await named()).toEqual([ada]);
    await sql(`UPDATE ${table} SET "userId" = 'another'`);
    expect(await named()).toEqual(['another', ada]);
    await sql(`DELETE FROM ${table}`);
    expect(await named()).toEqual(['another']);
  });
});

describe('owners are numbered only on a difference', () => {
  beforeEach(async () => {
    await writeLives(database.pool, [life()]);
    await follow();
  });

  test('bookkeeping numbers nobody', async () => {
    const before = await last();
    await sql(`UPDATE subscription SET "updatedAt" = now(), "lastEventId" = 'evt_1', "lastEventAt" = now()`);
    await sql(`UPDATE payment SET "receiptUrl" = 'https://example.com', "updatedAt" = now()`);
    await follow();
    expect(await last()).toBe(before);
    expect((await sql('SELECT FROM access_change')).rows).toEqual([]);
  });

  test('another plans file numbers those whose answer it changes', async () => {
    const before = await last();
    const access = { ...usual.plans.access, renewal_grace_days: 5 };
    await follow(processWith(access));
    expect(await last()).toBe(before + 1);
    expect(await storedAt(database.pool, ada, new Date(AT))).toMatchObject({ endsAt: new Date(AT + 25 * DAY) });
    const same = processWith({ ...access, past_due_days: 30 });
    await follow(same);
    expect(await last()).toBe(before + 1);
    await follow(processWith(usual.plans.access));
  });

  test('of processes with different plans files only those of the newest start number, however often they look', async () => {
    const older = processWith({ ...usual.plans.access, renewal_grace_days: 6 });
    await follow(older);
    const newer = processWith({ ...usual.plans.access, renewal_grace_days: 7 });
    await follow(newer);
    const before = await last();
    for (let round = 0; round < 5; round += 1) {
      await sql('UPDATE subscription SET "updatedAt" = now()');
      await follow(older);
      await follow(newer);
    }
    expect(await last()).toBe(before);
    // The newest one's processes are gone: the next living one takes over.
    await sql(
      `UPDATE plans_generation SET "reportedAt" = now() - interval '61 seconds' WHERE hash = '${newer.generation.hash}'`,
    );
    await follow(older);
    expect(await last()).toBe(before + 1);
    await follow(processWith(usual.plans.access));
  });
});

test('two processes follow the same owners at once: each is numbered once, and stored as the records are', async () => {
  const lives = Array.from({ length: 50 }, () => life());
  await writeLives(database.pool, lives);
  await follow();
  const before = await last();
  await sql(`UPDATE subscription SET plan = 'starter'`);
  await Promise.all([follow(), follow(), follow()]);
  expect(await last()).toBe(before + lives.length);
  const { rows } = await sql('SELECT DISTINCT plan FROM access_period WHERE position = 0');
  expect(rows).toEqual([{ plan: 'starter' }]);
});

test('while changes never cease, a run of the job ends with those from before it, and with the outdated owners', async () => {
  await writeLives(database.pool, [life(), life()]);
  await follow();
  await sql(`UPDATE subscription SET plan = 'starter' WHERE "userId" = '${ada}'`);
  await sql(`UPDATE owner_access SET generation = 'of another plans file'`);
  // Each change that is taken leaves another one behind.
  await sql(`CREATE FUNCTION go_on() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO access_change ("userId", "at") VALUES ('${ada}', now()); RETURN NULL; END $$;
    CREATE TRIGGER go_on AFTER DELETE ON access_change FOR EACH STATEMENT EXECUTE FUNCTION go_on()`);
  try {
    const run = changesJob({ ...usual, database }).run(AbortSignal.timeout(20_000));
    await run;
    expect(await storedAt(database.pool, ada, new Date(AT))).toMatchObject({ plan: 'starter' });
    const { rows } = await sql('SELECT DISTINCT generation FROM owner_access');
    expect(rows).toEqual([{ generation: usual.generation.hash }]);
  } finally {
    await sql('DROP FUNCTION go_on CASCADE');
  }
});
