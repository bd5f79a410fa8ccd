import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshName, NOON, startTwoProcesses, type TwoProcesses } from '../../testing/app/twoProcesses.ts';
import { recordStatements } from '../../testing/database/statements.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { recordId } from '../records/recordId.ts';
import { createSweep, sweepWaiting } from './sweepWaiting.ts';

mayComplain(/A waiting event could not be applied/);

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());
beforeEach(() => sql('TRUNCATE webhook_event, retry'));

const billing = () => processes.apps[0].deps.billing;
const sql = (text: string, values: unknown[] = []) => billing().database.jobPool.query(text, values);
const outcomes = async () =>
  Object.fromEntries(
    (await sql('SELECT outcome, count(*)::int FROM webhook_event GROUP BY 1')).rows.map(({ outcome, count }) => [
      outcome,
      count,
    ]),
  );

const numbers = (many: number) => Array.from({ length: many }, (_, index) => index + 1);
const customerIds = (name: string, many: number) =>
  numbers(many).map((n) => recordId('customer', 'alpha', `cus_${name}_${n}`));

/** Events that wait for the customers `cus_<name>_<n>`. */
const wait = (name: string, many: number) =>
  sql(
    `INSERT INTO webhook_event (provider, "eventId", type, outcome, "customerId", "waitingFor", body)
    SELECT 'alpha', id, 'customer.subscription.updated', 'unmatched', customer, customer, json_build_object('id', id,
      'type', 'customer.subscription.updated', 'created', $3::int, 'data', json_build_object('object', json_build_object(
        'id', 'sub_' || id, 'status', 'active', 'customer', 'cus_' || id)))::text
    FROM unnest($2::text[]) WITH ORDINALITY AS given(customer, n), LATERAL (SELECT $1 || '_' || n AS id) AS names`,
    [name, customerIds(name, many), NOON],
  );
/** Makes them known, as if a process had died right after that commit. */
const know = (name: string, many: number) =>
  sql(
    `INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
    SELECT customer, 'u' || customer, 'alpha', 'cus_' || $1 || '_' || n, '' FROM unnest($2::text[]) WITH ORDINALITY AS given(customer, n)`,
    [name, customerIds(name, many)],
  );

test('waiting events are read in slices by an index, and a sweep resumes where the last one ended', async () => {
  await wait(freshName(), 7_000);
  const known = freshName();
  await wait(known, 3);
  await sql('VACUUM ANALYZE webhook_event');
  const statements = recordStatements(billing().database.jobPool);
  const sweep = createSweep(billing(), 4_000);
  const never = new AbortController().signal;
  const looks = async () => {
    const begun = statements.length;
    await sweep(never);
    return statements.slice(begun).filter(({ text }) => text.includes('slice AS MATERIALIZED')).length;
  };
  expect([await looks(), await looks(), await looks()]).toEqual([2, 2, 2]);
  const slice = statements.find(({ text }) => text.includes('slice AS MATERIALIZED'));
  const plan = await sql(`EXPLAIN ${slice?.text}`, ['', '0', 2_000]);
  expect(JSON.stringify(plan.rows)).toContain('webhook_event_waitingFor_idx');
  expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan on webhook_event');
});

test('events that a crash left behind are applied', async () => {
  const name = freshName();
  await wait(name, 250);
  await know(name, 250);
  const { applied } = await sweepWaiting(billing());
  const rest = await sweepWaiting(billing());
  expect(applied + rest.applied + (await sweepWaiting(billing())).applied).toBe(250);
  expect(await outcomes()).toEqual({ applied: 250 });
});

test('120 events that can never be applied block no other, and are retried less and less often', async () => {
  const [bad, good] = [freshName(), freshName()];
  await wait(bad, 120);
  await sql(`UPDATE webhook_event SET provider = 'gone', "occurredAt" = '2020-01-01'`);
  await know(bad, 120);
  await wait(good, 5);
  await know(good, 5);
  for (let round = 0; round < 3; round += 1) await sweepWaiting(billing());
  expect(await outcomes()).toEqual({ unmatched: 120, applied: 5 });
  const { rows } = await sql(
    `SELECT count(*)::int AS rows, max(attempts) AS attempts FROM retry WHERE job = 'unmatched'`,
  );
  expect(rows).toEqual([{ rows: 120, attempts: expect.any(Number) }]);
  await sql(`UPDATE retry SET attempts = 12, "dueAt" = now() - interval '1 second'`);
  await sweepWaiting(billing());
  const waits = await sql(
    `SELECT min("dueAt" - now()) > interval '50 minutes' AS rarely FROM retry WHERE attempts = 13`,
  );
  expect(waits.rows).toEqual([{ rarely: true }]);
});

test('failure counts of events that were since applied or dropped are removed', async () => {
  const name = freshName();
  await wait(name, 2);
  await sql(`INSERT INTO retry (job, key, "dueAt", "lastError") SELECT 'unmatched', id::text, now(), '' FROM webhook_event
    UNION ALL SELECT 'unmatched', '999999', now(), ''`);
  await sql(`UPDATE webhook_event SET outcome = 'applied' WHERE "eventId" = $1`, [`${name}_1`]);
  await sweepWaiting(billing());
  expect((await sql('SELECT e."eventId" FROM retry r LEFT JOIN webhook_event e ON e.id::text = r.key')).rows).toEqual([
    { eventId: `${name}_2` },
  ]);
});
