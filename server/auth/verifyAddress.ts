import type { PrismaClient } from '../database/client.ts';
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

/**
 * An operator vouches for whoever has the address, ignoring case, or alone signed up with it: `decideClaim` says which
 * account it opens. null: no account has it.
 */
export async function verifyAddress(prisma: PrismaClient, address: string): Promise<VerifiedAccount | null> {
  const email = address.trim().toLowerCase();
  const select = { id: true, emailVerified: true };
  const holder = await prisma.user.findUnique({ where: { email }, select });
  if (holder?.emailVerified) return { userId: holder.id, email, already: true, joined: null, others: [] };
  const named = holder ? [holder] : await prisma.user.findMany({ where: { wantedEmail: email }, select, take: 2 });
  const prover = named[0] && named.length === 1 ? { userId: named[0].id, sessionId: null } : null;
  const proven = await proveAddress(prisma, { email, prover, isKnown: () => false, passwordHash: null });
  const { userId, joined, left: others } = proven;
  return userId === null ? null : { userId, email, already: false, joined, others };
}
