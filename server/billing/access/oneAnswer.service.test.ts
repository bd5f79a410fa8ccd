import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { type Database, openDatabase } from '../../database/client.ts';
import { AT, type LivedPayment, type LivedSubscription, life, policy } from '../../testing/access/lives.ts';
import { modelAccess } from '../../testing/access/model.ts';
import { userOf, writeLives } from '../../testing/access/writeLives.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { payloadOf } from '../../testing/calls/buyerCalls.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { sampleOr } from '../../testing/run/storey.ts';
import { defaultPlans } from '../plans/testing.ts';
import type { AccessAnswer } from './accessAnswer.ts';
import { decideAccess } from './decideAccess.ts';
import { readSources } from './readSources.ts';
import { storePolicy } from './storePolicy.ts';

const log = pino({ level: 'silent' });
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

interface Row {
  userId: string;
  plan: string;
  reason: string;
  until: Date | null;
  endsAt: Date | null;
  seats: number | null;
}

type Said = Pick<AccessAnswer, 'plan' | 'reason' | 'until' | 'endsAt' | 'seats'>;
interface Answer {
  access: AccessAnswer;
  token: string;
}

const PLANS = ['enterprise', 'free', 'pro', 'starter'];
const NOBODY = { plan: 'free', reason: 'none', until: null, endsAt: null, seats: 1 };

test(`${POLICIES} policies, ${LIVES} lifecycles each: function, view and model agree (seed ${seed})`, async () => {
  const policies = fc.sample(policy, { seed, numRuns: POLICIES });
  for (const [index, access] of policies.entries()) {
    const lives = fc.sample(life, { seed: seed + index, numRuns: LIVES });
    await writeLives(database.pool, lives);
    const plans = { ...defaultPlans(), access };
    await storePolicy({ database, plans, log });
    const { rows } = await database.pool.query<Row>('SELECT * FROM access_with_seats_at($1)', [new Date(AT)]);
    const inSql = new Map(rows.map(({ userId, ...row }) => [userId, row]));
    const reasons = new Set<string>();
    for (const [n, given] of lives.entries()) {
      const { endsAt, ...decided } = decideAccess(plans, await readSources(database.pool, userOf(n)), new Date(AT));
      const { plan, reason, until, seats } = modelAccess(given, access, AT);
      const model = { plan, reason, seats, until: until === null ? null : new Date(until) };
      expect({ n, given, decided }).toEqual({ n, given, decided: model });
      expect({ n, given, row: inSql.get(userOf(n)) ?? NOBODY }).toEqual({ n, given, row: { ...decided, endsAt } });
      reasons.add(reason);
    }
    // Cases that never occur would agree trivially.
    expect(reasons.size).toBeGreaterThan(sampleOr(5, 8));
  }
}, 120_000);

describe('the days of a past-due plan begin with the first failure of what is still owed', () => {
  const DAY = 86_400_000;
  const at = (days: number) => AT + days * DAY;
  const failed = (days: number, isWrittenOff = false): LivedPayment => ({
    isFailed: true,
    isWrittenOff,
    amount: 990,
    refunded: 0,
    dispute: null,
    at: at(days),
    isOld: false,
  });
  const paid = (days: number): LivedPayment => ({ ...failed(days), isFailed: false });
  const pastDue = (payments: LivedPayment[]): LivedSubscription => ({
    status: 'past_due',
    nativeStatus: 'past_due',
    plan: 'pro',
    startsAt: at(-10),
    endsAt: at(20),
    cancelAtPeriodEnd: false,
    trialEnd: null,
    quantity: null,
    toldAt: at(-1),
    grantedPlan: null,
    unknownSince: null,
    payments,
  });
  const canceled = (payments: LivedPayment[]) => ({ ...pastDue(payments), status: 'canceled', nativeStatus: null });
  const grace = (days: number) => ({ plan: 'pro', reason: 'past_due_grace', until: new Date(at(days)) });
  const free = (reason: string) => ({ plan: 'free', reason, until: null });

  test.each<[string, LivedSubscription, object]>([
    ['both are owed', pastDue([failed(-10), failed(-2)]), free('past_due_expired')],
    ['the first was written off', pastDue([failed(-10, true), failed(-2)]), grace(5)],
    ['the later was written off', pastDue([failed(-10), failed(-2, true)]), free('past_due_expired')],
    ['all was written off, and it is past due still', pastDue([failed(-2, true)]), grace(5)],
    ['the first was paid late', pastDue([paid(-9), failed(-2)]), grace(20)],
    [
      'what was paid after a write-off may be for another period',
      pastDue([failed(-10, true), paid(-9)]),
      free('past_due_expired'),
    ],
    ['nor does a write-off pay for the rest of it', canceled([failed(-10, true), paid(-9)]), free('not_live')],
    ['as what was paid first does', canceled([paid(-10), failed(-9, true)]), { plan: 'pro', reason: 'canceled' }],
  ])('%s', async (_name, subscription, expected) => {
    await writeLives(database.pool, [{ subscriptions: [subscription], purchases: [], grants: [] }]);
    const plans = defaultPlans();
    await storePolicy({ database, plans, log });
    const decided = decideAccess(plans, await readSources(database.pool, userOf(0)), new Date(AT));
    expect(decided).toMatchObject(expected);
    const { rows } = await database.pool.query<Row>('SELECT * FROM access_with_seats_at($1)', [new Date(AT)]);
    expect(rows).toEqual([{ userId: userOf(0), ...decided }]);
  });
});

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
    await storePolicy(billing);
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
    const plans = new Set<string>();
    const counts = new Set<number | null>();
    for (const n of lives.keys()) {
      const headers = { authorization: 'Bearer web', 'x-user-id': userOf(n) };
      const { access, token } = (await (await app.call('/api/payments/access', { headers })).json()) as Answer;
      const typed = await app.call('/api/trpc/subscription.access', { headers });
      const { result } = (await typed.json()) as { result: { data: Said } };
      const { rows } = await pool.query<Row>(
        'SELECT plan, reason, until, "endsAt", seats FROM access_v2 WHERE "userId" = $1',
        [userOf(n)],
      );
      const { rows: first } = await pool.query<Row>('SELECT plan, reason, until FROM access_v1 WHERE "userId" = $1', [
        userOf(n),
      ]);
      expect(rows.map(({ seats: _, endsAt: __, ...row }) => row)).toEqual(first);
      const { userId: _, features: __, asOf: ___, ...said } = access;
      const signed = payloadOf<{ access: Said }>(token);
      expect(signed.access).toMatchObject(said);
      expect(result.data).toMatchObject(said);
      const { plan, reason, until, endsAt, seats: inSeats } = rows[0] ?? NOBODY;
      const ends = { until: until?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null };
      expect({ plan, reason, ...ends, seats: inSeats }).toEqual(said);
      counts.add(inSeats);
      plans.add(plan);
    }
    expect([...plans].sort()).toEqual(PLANS);
    expect(counts.size).toBeGreaterThan(1);
  });
});
