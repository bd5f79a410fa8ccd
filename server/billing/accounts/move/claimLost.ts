import type { Applying, With } from '../../context.ts';
import { moveCustomers } from './moveCustomers.ts';

/** An account of ours that a restore lost: it neither exists nor was deleted. `c` is the row of its customer. */
export const LOST = `NOT EXISTS (SELECT FROM "user" u WHERE u.id = c."userId") AND c."userId" NOT LIKE 'nobody:%'
  AND NOT EXISTS (SELECT FROM erased_user x WHERE x."userId" = c."userId")`;

const OWNERS = `SELECT DISTINCT c."userId" FROM expected_owner e
  JOIN customer c ON c.provider = e.provider AND c."providerCustomerId" = e."providerCustomerId"
  WHERE e.email = $1 AND c."userId" <> $2 AND ${LOST}`;

const TAKEN = `DELETE FROM expected_owner e USING customer c WHERE e.email = $1 AND c."userId" = $2
  AND c.provider = e.provider AND c."providerCustomerId" = e."providerCustomerId"`;

const REASON = 'The account was lost by a restore, and its address proven again';

/**
 * What lost accounts bought goes to whoever proves their address; if that is not possible now, operators can move it.
 * Resolves to how many accounts were given.
 */
export async function claimLost(
  billing: Applying & With<'announce' | 'hasAccounts'>,
  to: { userId: string; email: string },
): Promise<number> {
  const { pool } = billing.database;
  if (!billing.hasAccounts) return 0;
  const email = to.email.toLowerCase();
  const { rows } = await pool.query<{ userId: string }>(OWNERS, [email, to.userId]);
  const how = { to: to.userId, reason: REASON, actor: 'system', action: 'link', pagesMayStay: true } as const;
  let given = 0;
  for (const { userId: from } of rows) {
    const moved = await moveCustomers(billing, { from, ...how }).catch((error: unknown) => {
      const about = { err: error, from, to: to.userId };
      billing.log.warn(about, 'A lost account was not given back: run billing move');
    });
    if (moved) given += 1;
  }
  if (given > 0) await pool.query(TAKEN, [email, to.userId]);
  return given;
}
