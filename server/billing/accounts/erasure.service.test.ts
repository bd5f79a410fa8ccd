import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { recordStatements } from '../../testing/database/statements.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { recordId } from '../records/recordId.ts';
import { blankPersonalData } from './blankPersonalData.ts';
import { endErasedSubscriptions } from './endErasedSubscriptions.ts';
import { searchIgnored } from './searchIgnored.ts';

mayComplain(/A subscription could not be canceled for a deletion/);

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ ALPHA_API_URL: 'http://127.0.0.1:9' });
});
afterAll(() => app.close());
beforeEach(() => sql('TRUNCATE webhook_event, webhook_event_body, erased_user, retry, subscription, customer, job'));

const billing = () => app.deps.billing;
const sql = (text: string, values: unknown[] = []) => billing().database.jobPool.query(text, values);
const remove = (cookie: string) => app.call('/api/auth/delete-user', post({ password: PASSWORD }, cookie));
const search = () => searchIgnored(billing(), { settledMs: 0 });

/** Ignored events, one in a hundred of which names `named`; half of the bodies are in partitions. */
async function ignore(many: number, named: string, hoursAgo = 1): Promise<void> {
  await sql(
    `WITH rows AS (INSERT INTO webhook_event (provider, "eventId", outcome, "receivedAt", body)
      SELECT 'alpha', gen_random_uuid(), 'ignored', now() - $3 * interval '1 hour', CASE WHEN n % 2 = 0 THEN
        json_build_object('customer', CASE WHEN n % 100 = 0 THEN $1 ELSE 'cus_other' END, 'filler', repeat('x', 1000))::text END
      FROM generate_series(1, $2::int) n RETURNING id, ("receivedAt" AT TIME ZONE 'UTC')::date AS day, body)
    INSERT INTO webhook_event_body SELECT day, id,
      json_build_object('customer', CASE WHEN id % 100 = 1 THEN $1 ELSE 'cus_other' END)::text
    FROM rows WHERE body IS NULL AND day = (now() AT TIME ZONE 'UTC')::date`,
    [named, many, hoursAgo],
  );
  await sql('ANALYZE webhook_event, webhook_event_body');
}
const naming = async (name: string) =>
  (
    await sql(
      `SELECT count(*)::int FROM (SELECT body FROM webhook_event UNION ALL SELECT body FROM webhook_event_body) AS b
        WHERE position($1 IN body) > 0`,
      [name],
    )
  ).rows[0].count;
const customer = (userId: string, key: string) =>
  sql(
    `INSERT INTO customer (id, "userId", provider, "providerCustomerId", email) VALUES ($1, $2, 'alpha', $3, 'a@example.com')`,
    [recordId('customer', 'alpha', key), userId, key],
  );

test('deleting an account does not wait for the search of ignored events', {
  timeout: 120_000,
}, async () => {
  const ada = await app.signUp();
  await customer(ada.id, 'cus_ada');
  await sql(`UPDATE customer SET "deletedAt" = now()`);
  await ignore(40_000, 'cus_ada', 0);
  const before = await naming('cus_ada');
  expect(before).toBeGreaterThan(200);
  const begun = performance.now();
  expect(await answerOf(await remove(ada.cookie))).toMatchObject({ status: 200 });
  expect(performance.now() - begun).toBeLessThan(4_000);
  expect(await naming('cus_ada')).toBe(before);
  await search();
  expect(await naming('cus_ada')).toBe(0);
  expect(await naming('cus_other')).toBeGreaterThan(39_000);
});

test('each ignored event is searched once per deleted user, including events of the following week', async () => {
  await sql(`INSERT INTO erased_user ("userId") SELECT 'u_' || n FROM generate_series(1, 30) n`);
  await ignore(3_000, 'u_7');
  await search();
  expect(await naming('u_7')).toBe(0);
  const statements = recordStatements(billing().database.jobPool);
  await search();
  expect(statements.filter(({ text }) => text.includes('position(name IN body)'))).toEqual([]);
  await ignore(300, 'u_30');
  await search();
  expect(await naming('u_30')).toBe(0);
  await sql(`UPDATE erased_user SET "erasedAt" = now() - interval '8 days'`);
  await search();
  await ignore(300, 'u_9');
  await search();
  expect(await naming('u_9')).toBeGreaterThan(0);
});

test('a stopped search resumes', async () => {
  await sql(`INSERT INTO erased_user ("userId") VALUES ('u_1')`);
  await ignore(2_000, 'u_1');
  const stop = new AbortController();
  const statements = recordStatements(billing().database.jobPool);
  const stopping = setInterval(
    () => statements.some(({ text }) => text.includes('"searchedTo" = greatest')) && stop.abort(),
    1,
  );
  await searchIgnored(billing(), { settledMs: 0, signal: stop.signal }).catch(() => undefined);
  clearInterval(stopping);
  const { rows } = await sql('SELECT "searchedTo" > 0 AS begun FROM erased_user');
  expect(rows).toEqual([{ begun: true }]);
  await search();
  expect(await naming('u_1')).toBe(0);
});

test('the newest rows are left to the next search, because a lower id may not be committed yet', async () => {
  await sql(`INSERT INTO erased_user ("userId") VALUES ('u_1')`);
  await ignore(200, 'u_1', 0);
  await searchIgnored(billing());
  expect(await naming('u_1')).toBeGreaterThan(0);
});

test('events of a deleted user are blanked in every place, late ones too, and no one else loses data', async () => {
  await sql(`INSERT INTO erased_user ("userId") VALUES ('gone')`);
  const told = (user: string, many: number) =>
    sql(
      `WITH rows AS (INSERT INTO webhook_event (provider, "eventId", outcome, "userId", body)
        SELECT 'alpha', gen_random_uuid(), 'applied', $1::text, CASE WHEN n % 2 = 0 THEN 'body of ' || $1 END
        FROM generate_series(1, $2::int) n RETURNING id, body)
      INSERT INTO webhook_event_body SELECT (now() AT TIME ZONE 'UTC')::date, id, 'body of ' || $1 FROM rows WHERE body IS NULL`,
      [user, many],
    );
  await told('gone', 501);
  await told('stays', 5);
  await blankPersonalData(billing());
  expect([await naming('body of gone'), await naming('body of stays')]).toEqual([0, 5]);
  await told('gone', 3);
  await sql(`INSERT INTO job (name, "succeededAt") VALUES ('erasure', now())`);
  await blankPersonalData(billing());
  expect(await naming('body of gone')).toBe(0);
});

test('late events are blanked even after a week without scheduled runs', async () => {
  await sql(`INSERT INTO erased_user ("userId", "blankedAt") VALUES ('gone', now() - interval '8 days')`);
  await sql(`INSERT INTO job (name, "succeededAt") VALUES ('erasure', now() - interval '7 days')`);
  await sql(`INSERT INTO webhook_event (provider, "eventId", outcome, "userId", body, "receivedAt")
    VALUES ('alpha', 'late', 'applied', 'gone', 'body of gone', now() - interval '6 days')`);
  await blankPersonalData(billing());
  expect(await naming('body of gone')).toBe(0);
});

test("a subscription that can't be ended is set aside and blocks no other; an ended one is forgotten", async () => {
  const subscribe = (id: string, provider = 'alpha') =>
    sql(
      `INSERT INTO subscription (id, "userId", provider, "providerSubscriptionId", status, plan, "interval", amount, currency,
      "currentPeriodStart", "currentPeriodEnd") VALUES ($1, 'gone', $2, $1, 'active', 'pro', 'month', '9.90', 'usd', now(), now())`,
      [id, provider],
    );
  await sql(`INSERT INTO erased_user ("userId") VALUES ('gone')`);
  for (let n = 0; n < 60; n += 1) await subscribe(`a${n}`, 'former');
  await subscribe('b1');
  expect(await endErasedSubscriptions(billing())).toBe(0);
  const failures = async () =>
    (
      await sql(
        `SELECT "lastError" AS error, count(*)::int FROM retry WHERE job = 'erased subscriptions' GROUP BY 1 ORDER BY 2`,
      )
    ).rows;
  expect(await failures()).toEqual([
    { error: expect.stringContaining('provider'), count: 1 },
    { error: 'Provider former is not set up', count: 60 },
  ]);
  await endErasedSubscriptions(billing());
  expect((await sql('SELECT max(attempts) AS tries FROM retry')).rows).toEqual([{ tries: 1 }]);
  await sql(`UPDATE subscription SET status = 'canceled' WHERE provider = 'former'`);
  await endErasedSubscriptions(billing());
  expect(await failures()).toHaveLength(1);
});
