import type { Pool } from '../../database/client.ts';

/** For a transaction of the caller's; takes the user's id. */
export const ASK_OWNER_CHECK = `INSERT INTO owner_check AS t ("userId") VALUES ($1) ON CONFLICT ("userId") DO UPDATE
  SET "queuedAt" = clock_timestamp(), "dueAt" = least(t."dueAt", clock_timestamp())`;

/** Queues a check of all the user's subscriptions together. */
export async function askOwnerCheck(pool: Pool, userId: string): Promise<void> {
  await pool.query(ASK_OWNER_CHECK, [userId]);
}
