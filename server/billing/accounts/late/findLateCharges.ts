import type { Pool } from '../../../database/client.ts';

/**
 * Payments of deleted users that were charged after the deletion. The second of the deletion belongs to both sides,
 * because providers count in seconds; what was recorded before the deletion is a charge of before, unless it was paid
 * clearly later (an invoice that had failed).
 */
const FIND = `INSERT INTO late_charge ("paymentId", "userId", state)
  SELECT p.id, p."userId", 'found' FROM erased_user e JOIN payment p ON p."userId" = e."userId"
  WHERE ($1::text IS NULL OR e."userId" = $1) AND p.status = 'succeeded' AND p.amount::numeric > 0
    AND p."paidAt" >= date_trunc('second', e."chargedFrom") AND (e."endedAt" IS NULL OR p."paidAt" < e."endedAt")
    AND (p."createdAt" > e."erasedAt" OR p."paidAt" > e."chargedFrom" + interval '1 minute')
    AND NOT EXISTS (SELECT FROM "user" u WHERE u.id = e."userId")
  ON CONFLICT DO NOTHING`;

/** Writes them down, each once. Without a user: of all deleted users. */
export async function findLateCharges(pool: Pool, userId: string | null = null): Promise<void> {
  await pool.query(FIND, [userId]);
}
