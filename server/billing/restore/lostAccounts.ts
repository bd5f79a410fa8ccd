import { claimLost, LOST } from '../accounts/move/claimLost.ts';
import type { Billing } from '../context.ts';

export interface LostAccounts {
  /** Now belong to whoever had proven their address again. */
  given: number;
  /** Wait for who proves their address. */
  waiting: number;
  /** The provider's ids of customers without an address: `billing move` gives them to a user. */
  unreachable: string[];
}

/** Recorded since the recovery began: what was recorded before belongs to users of a former system, if to nobody here. */
const NEWLY_LOST = `c."createdAt" >= (SELECT "recoveringSince" FROM database_mark) AND ${LOST}`;

const EXPECT = `INSERT INTO expected_owner (provider, "providerCustomerId", email)
  SELECT c.provider, c."providerCustomerId", lower(c.email) FROM customer c WHERE c.email <> '' AND ${NEWLY_LOST}
  ON CONFLICT (provider, "providerCustomerId") DO UPDATE SET email = excluded.email`;

const PROVEN = `SELECT DISTINCT u.id AS "userId", u.email FROM expected_owner e
  JOIN "user" u ON u.email = e.email AND u."emailVerified"`;

const LEFT = `SELECT c."userId", c."providerCustomerId", c.email FROM customer c WHERE ${NEWLY_LOST} ORDER BY 2`;

interface Left {
  userId: string;
  providerCustomerId: string;
  email: string;
}

/** Accounts that were made after the backup are stored nowhere: their customers go to whoever proves their address. */
export async function findLostAccounts(billing: Billing): Promise<LostAccounts> {
  const { pool } = billing.database;
  if (!billing.hasAccounts) return { given: 0, waiting: 0, unreachable: [] };
  await pool.query(EXPECT);
  let given = 0;
  const proven = await pool.query<{ userId: string; email: string }>(PROVEN);
  for (const account of proven.rows) given += await claimLost(billing, account);
  const { rows } = await pool.query<Left>(LEFT);
  const unreachable = rows.filter(({ email }) => email === '').map((row) => row.providerCustomerId);
  const waiting = new Set(rows.filter(({ email }) => email !== '').map(({ userId }) => userId)).size;
  return { given, waiting, unreachable };
}
