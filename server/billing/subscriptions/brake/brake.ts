import type { Prisma } from '../../../database/client.ts';

type Tables = Prisma.TransactionClient;

const HOUR_MS = 3_600_000;
const FEWEST_PEOPLE = 10;
const SHARE_OF_PURCHASES = 0.01;

/** An advisory lock held for the transaction that counts, so that no two processes count at once. */
const ALONE = 'SELECT pg_advisory_xact_lock(hashtext($1))::text';

/** Money is given back automatically in two cases, each with a brake of its own. */
const BEGUN = { duplicate: '"endingAt"', late_charge: '"begunAt"' } as const;

const PEOPLE = (table: keyof typeof BEGUN) => `SELECT count(DISTINCT "userId")::int AS people,
  coalesce(bool_or("userId" = $2), false) AS "isAmong" FROM ${table} WHERE ${BEGUN[table]} > $1`;

const PURCHASES = 'SELECT count(*)::int AS purchases FROM checkout WHERE "completedAt" > $1';

/**
 * Whether so many people got money back within an hour, ten or more than 1 % of the hour's purchases, that something
 * else may be wrong: the next one is held. The caller's transaction counts alone until it commits.
 */
export async function isBraked(tables: Tables, table: keyof typeof BEGUN, userId: string): Promise<boolean> {
  await tables.$queryRawUnsafe(ALONE, `brake of ${table}`);
  const since = new Date(Date.now() - HOUR_MS);
  const [of] = await tables.$queryRawUnsafe<{ people: number; isAmong: boolean }[]>(PEOPLE(table), since, userId);
  if (!of || of.isAmong || of.people < FEWEST_PEOPLE) return false;
  const [{ purchases } = { purchases: 0 }] = await tables.$queryRawUnsafe<{ purchases: number }[]>(PURCHASES, since);
  return of.people >= purchases * SHARE_OF_PURCHASES;
}
