import type { Pool } from '../client.ts';

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
    LEFT JOIN LATERAL (SELECT * FROM owner_access WHERE "number" > $1 ORDER BY "number" LIMIT $2) c ON true
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
