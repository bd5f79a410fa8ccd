import type { Pool } from '../../database/client.ts';

/** The ids of deleted accounts. A marked account that still exists was kept after all, or its deletion failed. */
export const GONE = `(SELECT e."userId" FROM erased_user e
  WHERE NOT EXISTS (SELECT FROM "user" u WHERE u.id = e."userId"))`;

const IS_GONE = { name: 'is-gone', text: `SELECT $1 IN ${GONE} AS gone` };

export async function isGone(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ gone: boolean }>({ ...IS_GONE, values: [userId] });
  return rows[0]?.gone === true;
}
