import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { freshName, NOON, recordsOf, tellAlpha } from '../../../testing/app/twoProcesses.ts';
import { partitionsFromToday } from '../../../testing/database/partitions.ts';
import { readBody } from '../../ledger/ledger.ts';
import { makePartitions } from '../../ledger/partitions.ts';
import { replayEvent } from '../replayEvent.ts';
import { dropBodies, readBodies } from './bodies.ts';
import { countDaysAhead, createBodyDays } from './bodyDays.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
  await partitionsFromToday(billing().database.jobPool);
});
afterEach(() => app.close());

const billing = () => app.deps.billing;
const sql = (text: string, values: unknown[] = []) => billing().database.pool.query(text, values);
const event = (id: string) => recordsOf(app, 'alpha').event(id);
const apart = async () => (await sql('SELECT id::text FROM webhook_event_body')).rows.map(({ id }) => id);

const object = (name: string, userId?: string) => ({
  id: `sub_${name}`,
  status: 'active',
  customer: `cus_${name}`,
  ...(userId ? { metadata: { userId } } : {}),
});
const tell = (name: string, userId?: string, id = `evt_${name}`) =>
  tellAlpha(app, { id, type: 'customer.subscription.updated', object: object(name, userId) });
const isBodyOf = (name: string) => expect.stringContaining(`sub_${name}`);
const partitions = async () =>
  (
    await sql(`SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'webhook_event_body'::regclass`)
  ).rows.map(({ name }) => name);

test("an applied event keeps its body in its day's partition, a waiting one in its row", async () => {
  const [known, unknown] = [freshName(), freshName()];
  expect((await tell(known, 'u')).event).toMatchObject({ outcome: 'applied', body: null });
  expect((await tell(unknown)).event).toMatchObject({ outcome: 'unmatched', body: isBodyOf(unknown) });
  expect(await apart()).toEqual([`${(await event(`evt_${known}`))?.id}`]);
  for (const name of [known, unknown])
    expect(await readBody(billing(), `${(await event(`evt_${name}`))?.id}`)).toEqual(isBodyOf(name));
});

test('a duplicate keeps the first body, wherever it is stored, and adds none', async () => {
  const [first, second] = [freshName(), freshName()];
  await tell(first, 'u');
  await tell(second);
  const before = await Promise.all([first, second].map((name) => event(`evt_${name}`)));
  for (const name of [first, second]) await tell(`${name}other`, 'u', `evt_${name}`);
  const after = await Promise.all([first, second].map((name) => event(`evt_${name}`)));
  expect(after.map((row) => [row?.deliveries, row?.body])).toEqual(before.map((row) => [2, row?.body ?? null]));
  expect(await apart()).toHaveLength(1);
});

test('an event can be replayed from either place', async () => {
  const [applied, waiting] = [freshName(), freshName()];
  await tell(applied, 'u');
  await tell(waiting);
  await sql(`UPDATE webhook_event SET outcome = 'failed' WHERE "eventId" = $1`, [`evt_${waiting}`]);
  for (const name of [applied, waiting]) {
    const row = await event(`evt_${name}`);
    expect(await replayEvent(billing(), `${row?.id}`)).toMatchObject({ ledgerId: `${row?.id}` });
  }
});

test('without a partition for today an event is accepted, its body in its row, and read from there', async () => {
  for (const name of await partitions()) await sql(`DROP TABLE ${name}`);
  const name = freshName();
  expect(await tell(name, 'u')).toMatchObject({ status: 200, event: { outcome: 'applied', body: isBodyOf(name) } });
  expect(await readBody(billing(), `${(await event(`evt_${name}`))?.id}`)).toEqual(isBodyOf(name));
  expect(await countDaysAhead(billing().database.pool)).toBe(0);
  await makePartitions(billing().database.jobPool);
  expect(await countDaysAhead(billing().database.pool)).toBe(14);
});

test('removing a partition while the service runs loses no event', async () => {
  const [before, after] = [freshName(), freshName()];
  await tell(before, 'u');
  const [today = ''] = (await partitions()).sort();
  await sql(`DROP TABLE ${today}`);
  expect(await tell(after, 'u')).toMatchObject({ status: 200, event: { outcome: 'applied', body: isBodyOf(after) } });
  expect(await readBody(billing(), `${(await event(`evt_${before}`))?.id}`)).toBe(null);
});

test('days are counted from today to the first gap', async () => {
  const { pool } = billing().database;
  const names = (await partitions()).sort();
  await sql(`DROP TABLE ${names[3]}`);
  expect(await countDaysAhead(pool)).toBe(2);
  const days = createBodyDays(pool);
  expect((await days())?.replaceAll('-', '')).toBe(names[2]?.slice(-8));
});

test('a day that had no partition is asked for again soon, not in a minute', async () => {
  const { pool, jobPool } = billing().database;
  for (const name of await partitions()) await sql(`DROP TABLE ${name}`);
  const days = createBodyDays(pool, 10);
  expect(await days()).toBe(null);
  await makePartitions(jobPool);
  await expect.poll(days).not.toBe(null);
});

test('a failed partition check counts as no days and blocks no write', async () => {
  const lost = new pg.Pool({ connectionString: 'postgresql://nobody@127.0.0.1:9/none' });
  expect(await createBodyDays(lost)()).toBe(null);
  await lost.end();
});

test('bodies of many days are read in one statement, and dropped from either place', async () => {
  const day = `((now() AT TIME ZONE 'UTC')::date + n)`;
  await sql(`INSERT INTO webhook_event (id, provider, "eventId", outcome, "receivedAt", body)
    SELECT 900 + n, 'alpha', 'many_' || n, 'applied', ${day}::timestamp AT TIME ZONE 'UTC', CASE WHEN n % 3 = 0 THEN 'inline ' || n END
    FROM generate_series(0, 9) n`);
  await sql(
    `INSERT INTO webhook_event_body SELECT ${day}, 900 + n, 'apart ' || n FROM generate_series(0, 9) n WHERE n % 3 = 1`,
  );
  const places = await billing().database.prisma.webhookEvent.findMany({ where: { id: { gte: 900, lt: 910 } } });
  const found = await readBodies(billing().database.pool, places);
  expect([...found].map(([id, text]) => `${id} ${text}`).sort()).toEqual(
    [0, 1, 3, 4, 6, 7, 9].map((n) => `${900 + n} ${n % 3 ? 'apart' : 'inline'} ${n}`),
  );
  await dropBodies(billing().database.pool, places);
  expect(
    await readBodies(
      billing().database.pool,
      places.map((place) => ({ ...place, body: null })),
    ),
  ).toEqual(new Map());
  const { rows } = await sql(`SELECT count(*)::int AS kept FROM webhook_event WHERE body IS NOT NULL`);
  expect(rows).toEqual([{ kept: 0 }]);
});

test('beside the previous commit: inline bodies are readable, and events dedupe both ways', async () => {
  const name = freshName();
  const text = JSON.stringify({
    id: `evt_${name}`,
    type: 'customer.subscription.updated',
    created: NOON,
    data: { object: object(name, 'u') },
  });
  await sql(`INSERT INTO webhook_event (provider, "eventId", outcome, body) VALUES ('alpha', $1, 'applied', $2)`, [
    `evt_${name}`,
    text,
  ]);
  expect((await tell(name, 'u')).event).toMatchObject({ deliveries: 2, body: text });
  expect(await readBody(billing(), `${(await event(`evt_${name}`))?.id}`)).toBe(text);
  expect(await apart()).toEqual([]);
});
