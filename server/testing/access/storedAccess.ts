import { followOwners } from '../../billing/access/owners/followOwners.ts';
import type { Billing } from '../../billing/context.ts';
import type { Pool } from '../../database/client.ts';

interface StoredAccess {
  plan: string;
  reason: string;
  until: Date | null;
  endsAt: Date | null;
  seats: number | null;
}

const AT = `SELECT plan, reason, "until", "endsAt", seats FROM access_period WHERE "userId" = $1
  AND ("validFrom" IS NULL OR "validFrom" <= $2) AND ("validTo" IS NULL OR $2 < "validTo")`;

/** What the stored periods say of an owner at an instant. */
export async function storedAt(pool: Pool, userId: string, at: Date): Promise<StoredAccess> {
  const { rows } = await pool.query<StoredAccess>(AT, [userId, at]);
  return rows[0] ?? { plan: 'free', reason: 'none', until: null, endsAt: null, seats: 1 };
}

/** The same after everything committed was followed. */
export async function storedAccess(billing: Billing, userId: string, at = billing.now()): Promise<StoredAccess> {
  const { pool } = billing.database;
  while (await followOwners(billing, pool));
  return storedAt(pool, userId, at);
}
