import type { With } from '../../context.ts';

export const MOVED_CUSTOMERS = 'moved customers';

const LATELY = `at > clock_timestamp() - interval '1 hour' AND action IN ('move', 'move_undone', 'link')`;
const OWNERS = `SELECT unnest(ARRAY["userId", "toUserId"]) FROM audit WHERE ${LATELY}`;

const FOLLOW = ['subscription', 'payment'].map(
  (table) => `UPDATE "${table}" t SET "userId" = c."userId" FROM customer c
    WHERE t."userId" IN (${OWNERS}) AND c.id = t."customerId" AND c.assigned AND c."userId" <> t."userId"`,
);

/**
 * An event that was being decided while its customer moved may have written a new record for the former owner: it
 * follows its customer.
 */
export async function followCustomers({ database: { jobPool } }: With<'database'>): Promise<void> {
  for (const statement of FOLLOW) await jobPool.query(statement);
}
