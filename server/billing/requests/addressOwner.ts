import type { Billing } from '../context.ts';

/** Whose address it is. */
export interface AddressOwner {
  userId: string;
  /** They have proven it: a mail to it reaches them. */
  proven: boolean;
}

/** An address may be proven by one account, and only wanted by others: they are asked for last. */
const FIND = `SELECT id AS "userId", "emailVerified" AND email = $1 AS proven FROM "user"
  WHERE email = $1 OR "wantedEmail" = $1 ORDER BY email = $1 DESC, "createdAt" LIMIT 1`;

/** null: no account has it. `email`: in lower case. */
export async function addressOwnerOf(
  { database }: Pick<Billing, 'database'>,
  email: string,
): Promise<AddressOwner | null> {
  const { rows } = await database.pool.query<AddressOwner>(FIND, [email]);
  return rows[0] ?? null;
}

/** Of people with a foreign login, and of organisations, only the provider's customer has the address. */
const FIND_PAYERS = `UPDATE contract_request r SET "userId" = found."userId"
  FROM (SELECT r.id, min(c."userId") AS "userId" FROM contract_request r
    JOIN (SELECT lower(email) AS address, "userId" FROM customer
      UNION ALL SELECT lower("billingEmail"), "userId" FROM customer) c ON c.address = r.email
    WHERE r."userId" IS NULL AND r."closedAt" IS NULL AND r."receivedAt" > clock_timestamp() - interval '1 hour'
      AND c."userId" NOT LIKE 'nobody:%'
    GROUP BY r.id HAVING count(DISTINCT c."userId") = 1) AS found
  WHERE r.id = found.id AND r."userId" IS NULL RETURNING r."userId"`;

/** Finds who pays under an address that no account has. It proves nothing: operators are shown whom to look at. */
export async function findPayers(billing: Pick<Billing, 'database' | 'announce'>): Promise<void> {
  const { jobPool } = billing.database;
  const waiting = `SELECT FROM contract_request WHERE "userId" IS NULL AND "closedAt" IS NULL
    AND "receivedAt" > clock_timestamp() - interval '1 hour' LIMIT 1`;
  if ((await jobPool.query(waiting)).rowCount === 0) return;
  const { rows } = await jobPool.query<{ userId: string }>(FIND_PAYERS);
  for (const { userId } of rows) billing.announce(userId);
}
