import type { With } from '../../context.ts';

const MOST = 100;

const AT = `to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;
const hasSome = (table: string) => `EXISTS (SELECT FROM ${table} r WHERE r."userId" = a."userId")`;
const HAS_GRANT = 'EXISTS (SELECT FROM access_grant g WHERE g."userId" = a."userId" AND g."revokedAt" IS NULL)';

/** An account that proved another address since, or whose things were moved, is settled. */
const LOST = `FROM audit a
  JOIN "user" l ON l.id = a."userId" AND NOT l."emailVerified" JOIN "user" k ON k.id = a."toUserId"
  WHERE a.action = 'address_lost'
    AND (${[...['customer', 'subscription', 'payment'].map(hasSome), HAS_GRANT].join(' OR ')})`;

const LIST = `SELECT a.id::text AS "auditId", a."userId", a."toUserId", ${AT} ${LOST}
  ORDER BY a.id DESC LIMIT ${MOST}`;

const COUNT = `SELECT count(DISTINCT a."userId")::int AS others ${LOST} AND a."toUserId" = $1`;

/** An account that bought under an address which another one has since. */
export interface SharedAddress {
  auditId: string;
  userId: string;
  /** Who proved the address. */
  toUserId: string;
  /** ISO 8601: since when. */
  at: string;
}

/** For operators, newest first: they move the records if both are of one person. */
export async function listShared({ database }: With<'database'>): Promise<SharedAddress[]> {
  const { rows } = await database.pool.query<SharedAddress>(LIST);
  return rows;
}

/** How many other accounts bought under the address that the user proved. */
export async function countShared({ database }: With<'database'>, userId: string): Promise<number> {
  const { rows } = await database.pool.query<{ others: number }>(COUNT, [userId]);
  return rows[0]?.others ?? 0;
}
