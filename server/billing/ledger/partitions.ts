import type pg from 'pg';
import { PARTITION_PREFIX } from '../events/sql/bodies.ts';

export const DAYS_AHEAD = 14;

/** Of `webhook_event_body`: one per day. */
export interface Partition {
  name: string;
  /** ISO 8601, UTC. */
  day: string;
  /** `detaching`, `detached`: left behind by an interrupted removal. */
  state: 'attached' | 'detaching' | 'detached';
}

const LIST = `
  SELECT c.relname AS name, to_date(right(c.relname, 8), 'YYYYMMDD')::text AS day,
    CASE WHEN i.inhrelid IS NULL THEN 'detached' WHEN i.inhdetachpending THEN 'detaching' ELSE 'attached' END AS state
  FROM pg_class p JOIN pg_class c ON c.relnamespace = p.relnamespace
    LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND i.inhparent = p.oid
  WHERE p.oid = 'webhook_event_body'::regclass AND c.relkind = 'r' AND c.relname ~ '^${PARTITION_PREFIX}[0-9]{8}$'
  ORDER BY c.relname`;

/** Days before and after today, by the database's clock. */
const WANTED = `SELECT d::date::text AS day
  FROM generate_series(-$1::int, $2::int) n, LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date + n AS d) AS days ORDER BY n`;

/** Oldest first. */
export async function listPartitions(pool: pg.Pool): Promise<Partition[]> {
  return (await pool.query<Partition>(LIST)).rows;
}

/** Creates missing partitions of today and the days around it. Resolves to the days that got one. */
export async function makePartitions(pool: pg.Pool, { ahead = DAYS_AHEAD, back = 0 } = {}): Promise<string[]> {
  const attached = (await listPartitions(pool)).filter(({ state }) => state === 'attached');
  const there = new Set(attached.map(({ day }) => day));
  const { rows } = await pool.query<{ day: string }>(WANTED, [back, ahead]);
  const missing = rows.map(({ day }) => day).filter((day) => !there.has(day));
  for (const day of missing) await pool.query(creation(day));
  return missing;
}

/**
 * One query, hence one transaction. The partition is created first and then attached, because CREATE TABLE … PARTITION
 * OF would block every write and read of the table. Bodies of up to a page are stored uncompressed: compressing each
 * costs more than all other work on it.
 */
function creation(day: string): string {
  const name = PARTITION_PREFIX + day.replaceAll('-', '');
  return `
    CREATE TABLE ${name} (LIKE webhook_event_body INCLUDING ALL) WITH (toast_tuple_target = 8160);
    ALTER TABLE webhook_event_body ATTACH PARTITION ${name} FOR VALUES FROM ('${day}') TO (date '${day}' + 1)`;
}

/** Drops the partitions from before the last `days` days. Resolves to the dropped days. */
export async function dropPartitions(pool: pg.Pool, days: number, signal?: AbortSignal): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT ((now() AT TIME ZONE 'UTC')::date - $1::int)::text AS day`,
    [days],
  );
  const old = (await listPartitions(pool)).filter(({ day }) => day < (rows[0]?.day ?? ''));
  for (const partition of old) {
    signal?.throwIfAborted();
    await drop(pool, partition);
  }
  return old.map(({ day }) => day);
}

/**
 * Detaching concurrently blocks no one. It waits for older transactions (a backup); if that takes too long, the next
 * run finishes it. Runs outside a transaction, each step by itself.
 */
async function drop(pool: pg.Pool, { name, state }: Partition): Promise<void> {
  const detach = { attached: 'CONCURRENTLY', detaching: 'FINALIZE', detached: null }[state];
  if (detach) await pool.query(`ALTER TABLE webhook_event_body DETACH PARTITION ${name} ${detach}`);
  await pool.query(`DROP TABLE ${name}`);
}
