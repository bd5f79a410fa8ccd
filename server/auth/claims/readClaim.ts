import type { Prisma } from '../../database/generated/client.ts';
import type { Claim } from './decideClaim.ts';

/** Also a trial, a failed first payment, and a plan that an operator gave. */
const CLAIMANTS = `
  SELECT u.id, u."emailVerified" AS "isProven", u.email = $1 AS holds,
    EXISTS (SELECT FROM account a WHERE a."userId" = u.id AND a."providerId" <> 'credential') AS "hasSocial",
    (SELECT max(at) FROM (
      SELECT max("createdAt") AS at FROM subscription WHERE "userId" = u.id
      UNION ALL SELECT max("createdAt") FROM payment WHERE "userId" = u.id
      UNION ALL SELECT max("grantedAt") FROM access_grant WHERE "userId" = u.id AND "revokedAt" IS NULL) bought
    ) AS "boughtAt"
  FROM "user" u WHERE u.email = $1 OR u."wantedEmail" = $1 OR u.id = $2 ORDER BY u.id FOR UPDATE OF u`;

interface Row {
  id: string;
  isProven: boolean;
  holds: boolean;
  hasSocial: boolean;
  boughtAt: Date | null;
}

export interface ReadClaim extends Omit<Claim, 'known'> {
  /** Another account has proven the address. */
  isTaken: boolean;
  /** The account that has the address without a proof. */
  holderId: string | null;
}

/** The accounts that an address concerns, locked until the end of the transaction. */
export async function readClaim(
  tables: Prisma.TransactionClient,
  { email, proverId }: { email: string; proverId: string | null },
): Promise<ReadClaim> {
  const rows = await tables.$queryRawUnsafe<Row[]>(CLAIMANTS, email, proverId);
  const claimants = rows.map(({ boughtAt, ...row }) => ({ ...row, boughtAt: boughtAt?.getTime() ?? null }));
  const own = claimants.find(({ id }) => id === proverId);
  const others = claimants.filter(({ id }) => id !== proverId);
  const holder = others.find(({ holds }) => holds);
  return {
    prover: own ? { ...toClaimant(own), hasProvenAddress: own.isProven } : null,
    others: others.filter(({ isProven }) => !isProven).map(toClaimant),
    isTaken: holder?.isProven === true,
    holderId: holder && !holder.isProven ? holder.id : null,
  };
}

const toClaimant = ({ id, boughtAt, hasSocial }: { id: string; boughtAt: number | null; hasSocial: boolean }) => ({
  id,
  boughtAt,
  hasSocial,
});
