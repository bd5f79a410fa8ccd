import type { Pool } from '../client.ts';

const AT_ONCE = 2_000;
const IS_PENDING = { name: 'changes-pending', text: 'SELECT EXISTS (SELECT FROM access_change) AS pending' };
const NUMBER = `SELECT number_changes(${AT_ONCE}) AS taken`;

/** Numbers committed changes; resolves to whether there may be more. */
export async function numberChanges(pool: Pool): Promise<boolean> {
  const [found] = (await pool.query<{ pending: boolean }>(IS_PENDING)).rows;
  if (!found?.pending) return false;
  const { rows } = await pool.query<{ taken: number }>(NUMBER);
  return rows[0]?.taken === AT_ONCE;
}

/** One slice of owners whose records are older than the feed. */
const SEED = `WITH slice AS (
    SELECT DISTINCT s."userId" FROM subscription s, change_feed f
    WHERE f.id = 'current' AND s."userId" > f."seededTo" ORDER BY 1 LIMIT ${AT_ONCE}
  ), noted AS (INSERT INTO access_change ("userId") SELECT "userId" FROM slice)
  UPDATE change_feed SET "seededTo" = (SELECT max("userId") FROM slice)
  WHERE id = 'current' AND "seededTo" IS NOT NULL RETURNING "seededTo"`;

/** Resolves to whether there are more. */
export async function seedChanges(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ seededTo: string | null }>(SEED);
  return rows[0]?.seededTo != null;
}

export interface FeedPage {
  /** The identity of this database, which changes after a restore. */
  epoch: string;
  /** The last number that was issued. */
  last: number;
  rows: { userId: string; number: number; at: Date }[];
}

/** A restored database has a different value of one of these. */
const EPOCH = `concat_ws(':', f.epoch, (SELECT system_identifier FROM pg_control_system()),
  (SELECT timeline_id FROM pg_control_checkpoint()), (SELECT oid FROM pg_database WHERE datname = current_database()))`;
const PAGE = {
  name: 'changes-page',
  text: `SELECT ${EPOCH} AS epoch, f.last, c."userId", c."number", c."at" FROM change_feed f
    LEFT JOIN LATERAL (SELECT * FROM changed_owner WHERE "number" > $1 ORDER BY "number" LIMIT $2) c ON true
    WHERE f.id = 'current' ORDER BY c."number"`,
};

interface PageRow {
  epoch: string;
  last: string;
  userId: string | null;
  number: string;
  at: Date;
}

/** Owners whose last change has a greater number, in order of the numbers. */
export async function readChanges(pool: Pool, after: number, limit: number): Promise<FeedPage> {
  const { rows } = await pool.query<PageRow>({ ...PAGE, values: [after, limit] });
  const [first] = rows;
  if (!first) throw new Error('The feed of changes has no state');
  return {
    epoch: first.epoch,
    last: Number(first.last),
    rows: rows.flatMap(({ userId, number, at }) => (userId === null ? [] : [{ userId, number: Number(number), at }])),
  };
}
