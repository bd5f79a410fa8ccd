import type { Pool } from '../../../database/client.ts';

/** Where the one who asks has an account of ours, everybody has one; else users are known once they bought. */
const IS_KNOWN = {
  name: 'is-known-user',
  text: `SELECT EXISTS (SELECT FROM "user" WHERE id = $1) OR EXISTS (SELECT FROM erased_user WHERE "userId" = $1)
    OR NOT EXISTS (SELECT FROM "user" WHERE id = $2) AND (EXISTS (SELECT FROM customer WHERE "userId" = $1)
      OR EXISTS (SELECT FROM subscription WHERE "userId" = $1)) AS known`,
};

interface Users {
  userId: string;
  /** The user who asks. */
  beside: string;
}

/** Whether an id is that of a user of ours, erased ones included, and not that of a former system. */
export async function isKnownUser(pool: Pool, { userId, beside }: Users): Promise<boolean> {
  const { rows } = await pool.query<{ known: boolean }>({ ...IS_KNOWN, values: [userId, beside] });
  return rows[0]?.known === true;
}
