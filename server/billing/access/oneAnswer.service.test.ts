import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { type Database, openDatabase } from '../../database/client.ts';
import { defaultPlans } from '../../plans/testing.ts';
import { AT, life, policy } from '../../testing/access/lives.ts';
import { modelAccess } from '../../testing/access/model.ts';
import { storedAt } from '../../testing/access/storedAccess.ts';
import { userOf, writeLives } from '../../testing/access/writeLives.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { payloadOf } from '../../testing/calls/buyerCalls.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { sampleOr } from '../../testing/run/storey.ts';
import type { AccessAnswer } from './accessAnswer.ts';
import { followOwners } from './owners/followOwners.ts';
import { createPlansGeneration } from './owners/generation.ts';
import { NO_RECORDS } from './timeline/ownerRecords.ts';
import { readRecordsOf } from './timeline/readRecords.ts';
import { accessAt, timeline } from './timeline/timeline.ts';

const POLICIES = 4;
const LIVES = sampleOr(75, 750);
const seed = Date.now() & 0x7fffffff;

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

type AccessPart = Pick<AccessAnswer, 'plan' | 'reason' | 'until' | 'endsAt' | 'seats'>;
interface Answer {
  access: AccessAnswer;
  token: string;
}

const PLANS = ['enterprise', 'free', 'pro', 'starter'];

type Row = Omit<AccessPart, 'until' | 'endsAt'> & { until: Date | null; endsAt: Date | null };
const NOBODY: Row = { plan: 'free', reason: 'none', until: null, endsAt: null, seats: 1 };
const VIEW = 'SELECT plan, reason, "until", ends_at AS "endsAt", seats FROM billing_v1.access WHERE user_id = $1';

test(`${POLICIES} policies, ${LIVES} lifecycles each: what is read, what is stored and the model agree (seed ${seed})`, async () => {
  const policies = fc.sample(policy, { seed, numRuns: POLICIES });
  for (const [index, access] of policies.entries()) {
    const lives = fc.sample(life, { seed: seed + index, numRuns: LIVES });
    await writeLives(database.pool, lives);
    const plans = { ...defaultPlans(), access };
    const records = await readRecordsOf(database.pool, [...lives.keys()].map(userOf));
    while (await followOwners({ plans, generation: createPlansGeneration(plans) }, database.pool));
    const reasons = new Set<string>();
    for (const [n, given] of lives.entries()) {
      const decided = accessAt(timeline(records.get(userOf(n)) ?? NO_RECORDS, plans), new Date(AT));
      const { endsAt: _, until, ...rest } = decided;
      expect({ n, given, ...rest, until: until?.getTime() ?? null }).toEqual({
        n,
        given,
        ...modelAccess(given, access, AT),
      });
      if (given.subscriptions.length > 0)
        expect(await storedAt(database.pool, userOf(n), new Date(AT))).toEqual(decided);
      reasons.add(decided.reason);
    }
    // Cases that never occur would agree trivially.
    expect(reasons.size).toBeGreaterThan(sampleOr(5, 8));
  }
}, 120_000);

describe('the answers for people and programs', () => {
  /** Of each plan. */
  const PEOPLE = 15;
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ SERVICE_KEYS: `web:read:${hashOfKey('web')}` });
  });
  afterAll(() => app.close());

  test(`REST, tRPC, the token and the view agree for ${PEOPLE} lifecycles with each plan (seed ${seed})`, async () => {
    const { billing } = app.deps;
    const { pool } = billing.database;
    // Lifecycles are written for another time, so they are moved to the present.
    const { access: policyOfFile } = defaultPlans();
    const lives = PLANS.flatMap((plan) => {
      const hasPlan = life.filter((given) => modelAccess(given, policyOfFile, AT).plan === plan);
      return fc.sample(hasPlan, { seed, numRuns: PEOPLE });
    });
    await writeLives(pool, lives);
    await pool.query(`INSERT INTO "user" (id, name, email) SELECT 'life_' || n, 'A', n || '@example.com'
      FROM generate_series(0, ${lives.length - 1}) n`);
    const moved = `+ (now() - timestamptz '${new Date(AT).toISOString()}')`;
    await pool.query(`UPDATE subscription SET "currentPeriodStart" = "currentPeriodStart" ${moved},
      "currentPeriodEnd" = "currentPeriodEnd" ${moved} + interval '7 minutes', "trialEnd" = "trialEnd" ${moved},
      "lastEventAt" = "lastEventAt" ${moved}, "unknownSince" = "unknownSince" ${moved} + interval '7 minutes'`);
    await pool.query(`UPDATE payment SET "paidAt" = "paidAt" ${moved} + interval '7 minutes',
      "failedAt" = "failedAt" ${moved} + interval '7 minutes', "lastEventAt" = "lastEventAt" ${moved} + interval '7 minutes'`);
    await pool.query(`UPDATE access_grant SET "until" = "until" ${moved} + interval '7 minutes'`);
    while (await followOwners(billing, pool));
    const plans = new Set<string>();
    const counts = new Set<number | null>();
    for (const n of lives.keys()) {
      const headers = { authorization: 'Bearer web', 'x-user-id': userOf(n) };
      const { access, token } = (await (await app.call('/api/payments/access', { headers })).json()) as Answer;
      const typed = await app.call('/api/trpc/subscription.access', { headers });
      const { result } = (await typed.json()) as { result: { data: AccessPart } };
      const { userId: _, features: __, asOf: ___, ...said } = access;
      const signed = payloadOf<{ access: AccessPart }>(token);
      expect(signed.access).toMatchObject(said);
      expect(result.data).toMatchObject(said);
      const { rows } = await pool.query<Row>(VIEW, [userOf(n)]);
      const { until, endsAt, ...row } = rows[0] ?? NOBODY;
      const ends = { until: until?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null };
      expect({ ...row, ...ends }).toEqual(said);
      counts.add(row.seats);
      plans.add(row.plan);
    }
    expect([...plans].sort()).toEqual(PLANS);
    expect(counts.size).toBeGreaterThan(1);
  });
});
