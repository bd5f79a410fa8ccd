import { generateRandomString } from 'better-auth/crypto';
import { writeAudit } from '../../database/audit.ts';
import type { PrismaClient } from '../../database/client.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { AddressTaken, dropAddress, forgetLinks } from '../addresses/ownership.ts';
import { type ClaimDecision, decideClaim } from './decideClaim.ts';
import { openAccount } from './openAccount.ts';
import { readClaim } from './readClaim.ts';

export interface Proof {
  email: string;
  /** In whose session, or by whose social sign-in, it is proven; null: only by the mailbox. */
  prover: { userId: string; sessionId: string | null } | null;
  /** Whether this browser signed in to the account. */
  isKnown(userId: string): boolean;
  /** Of the password chosen with the proof; null: the prover's own, or none after a social sign-in. */
  passwordHash: string | null;
}

export interface ProvenAccount extends Pick<ClaimDecision, 'isClaimed' | 'left'> {
  /** The account was made, or is still to be made. */
  isNew: boolean;
  /** null: a new account is still to be made. */
  userId: string | null;
  /** The prover's account that ended in this one; it may still have customers. */
  joined: string | null;
}

/**
 * Gives an address to whoever proved it, by `decideClaim`, in one transaction. With a password a new account is made if
 * the rule wants one. Throws AddressTaken if another account has proven the address.
 */
export async function proveAddress(prisma: PrismaClient, proof: Proof): Promise<ProvenAccount> {
  const { email, prover, passwordHash } = proof;
  return prisma.$transaction(async (tables) => {
    const claim = await readClaim(tables, { email, proverId: prover?.userId ?? null });
    if (claim.isTaken) throw new AddressTaken();
    const known = new Set(claim.others.map(({ id }) => id).filter((id) => proof.isKnown(id)));
    const { opens, isClaimed, joins, left } = decideClaim({ ...claim, known });
    const isOwn = opens !== null && opens === prover?.userId;
    if (claim.holderId !== opens) await dropAddress(tables, email);
    const joined = joins && prover ? prover.userId : null;
    if (opens === null && passwordHash === null) return { userId: null, isNew: true, joined, isClaimed, left };
    const userId = opens ?? generateRandomString(32);
    if (opens === null)
      await tables.user.create({ data: { id: userId, name: email.split('@')[0] ?? '', email, emailVerified: true } });
    if (!isOwn) await openAccount(tables, { userId, prover, joins, passwordHash, isNew: opens === null, isClaimed });
    await tables.user.update({ where: { id: userId }, data: { email, emailVerified: true, wantedEmail: null } });
    await forgetLinks(tables, userId);
    await audit(tables, { userId, proverId: prover?.userId, isClaimed, left });
    return { userId, isNew: opens === null, joined, isClaimed, left };
  });
}

interface Audited {
  userId: string;
  proverId: string | undefined;
  isClaimed: boolean;
  left: string[];
}

async function audit(tables: Prisma.TransactionClient, { userId, proverId = '', isClaimed, left }: Audited) {
  const act = { actor: 'system', details: { prover: proverId } };
  if (isClaimed) await writeAudit(tables, { ...act, action: 'address_claimed', userId });
  for (const id of left) await writeAudit(tables, { ...act, action: 'address_lost', userId: id, toUserId: userId });
}
