import type { Pool } from '../../database/client.ts';

/**
 * The ids of deleted accounts. A marked account that still exists was kept after all, or its deletion failed; a foreign
 * login's user may have come back.
 */
export const GONE = `(SELECT e."userId" FROM erased_user e
  WHERE e."endedAt" IS NULL AND NOT EXISTS (SELECT FROM "user" u WHERE u.id = e."userId"))`;

const COME_BACK = `UPDATE erased_user SET "endedAt" = $3
  WHERE "userId" = $1 AND "endedAt" IS NULL AND "erasedAt" < $2`;

/**
 * A foreign login's user whose token was issued after the deletion is a customer again: charges from `now` on, by the
 * billing clock, are theirs. Resolves to whether the mark of the deletion ended.
 */
export async function endMark(pool: Pool, userId: string, { issuedAt, now }: { issuedAt: Date; now: Date }) {
  const { rowCount } = await pool.query(COME_BACK, [userId, issuedAt, now]);
  return (rowCount ?? 0) > 0;
}

const IS_GONE = { name: 'is-gone', text: `SELECT $1 IN ${GONE} AS gone` };

export async function isGone(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ gone: boolean }>({ ...IS_GONE, values: [userId] });
  return rows[0]?.gone === true;
}
