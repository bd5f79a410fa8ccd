import type { PrismaClient } from '../database/client.ts';
import type { User } from '../database/generated/client.ts';
import { proveAddress } from './claims/proveAddress.ts';

export interface VerifiedAccount {
  userId: string;
  email: string;
  /** It already was. */
  already: boolean;
  /** The account that ended in this one, because this one had bought; null: none. */
  joined: string | null;
  /** Further accounts that bought under the address. */
  others: string[];
}

const MOST_NAMED = 20;

/**
 * An operator vouches for the account that signed up with the address, ignoring case: `decideClaim` says which account it
 * opens. If several did, the first may be a stranger's: `named` says whose it is. null: that account, or any, has not
 * signed up with it. Throws if it is not clear which is meant.
 */
export async function verifyAddress(
  prisma: PrismaClient,
  address: string,
  named?: string,
): Promise<VerifiedAccount | null> {
  const email = address.trim().toLowerCase();
  const holder = await prisma.user.findUnique({ where: { email }, select: { id: true, emailVerified: true } });
  if (holder?.emailVerified && (named ?? holder.id) === holder.id)
    return { userId: holder.id, email, already: true, joined: null, others: [] };
  const claimants = await prisma.user.findMany({
    where: { OR: [{ email }, { wantedEmail: email }], id: named },
    orderBy: { createdAt: 'asc' },
    take: MOST_NAMED,
  });
  const [prover, ...others] = claimants;
  if (!prover) return null;
  if (others.length > 0) throw new Error(severalText(email, claimants));
  const proof = { email, prover: { userId: prover.id, sessionId: null }, isKnown: () => false, passwordHash: null };
  const { userId, joined, left } = await proveAddress(prisma, proof);
  return userId === null ? null : { userId, email, already: false, joined, others: left };
}

function severalText(email: string, claimants: readonly Pick<User, 'id' | 'createdAt'>[]): string {
  const listed = claimants.map(({ id, createdAt }) => `${id} (signed up ${createdAt.toISOString()})`);
  return `Several accounts signed up with ${email}: name whose it is by --user, one of ${listed.join(', ')}`;
}
