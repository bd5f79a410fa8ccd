import type { Prisma } from '../../database/generated/client.ts';
import { forgetLinks } from '../addresses/ownership.ts';
import { newPlaceholder } from '../addresses/placeholder.ts';
import { keepEnded } from './endedSessions.ts';

const CREDENTIAL = 'credential';

interface Opening {
  userId: string;
  prover: { userId: string; sessionId: string | null } | null;
  /** The prover's own account ends. */
  joins: boolean;
  passwordHash: string | null;
  isNew: boolean;
  /** Whoever was signed in is told why they no longer are. */
  isClaimed: boolean;
}

/**
 * Opens an account to whoever proved its address: it keeps its id and records, and everything that could open it from
 * elsewhere ends: sessions (also bearer tokens), the password, links that were mailed. Remembered devices end by
 * themselves: for a proven address they are known by the address. The prover's session goes on in it.
 */
export async function openAccount(tables: Prisma.TransactionClient, opening: Opening): Promise<void> {
  const { userId, prover, joins, isClaimed } = opening;
  const sessions = await tables.session.findMany({ where: { userId }, select: { token: true } });
  if (isClaimed)
    await keepEnded(
      tables,
      sessions.map(({ token }) => token),
    );
  await tables.session.deleteMany({ where: { userId } });
  await setPassword(tables, opening);
  if (!prover) return;
  if (prover.sessionId !== null) await tables.session.updateMany({ where: { id: prover.sessionId }, data: { userId } });
  if (joins) await endBeside(tables, prover.userId, userId);
}

async function setPassword(tables: Prisma.TransactionClient, { userId, prover, passwordHash }: Opening): Promise<void> {
  const own = prover && { userId: prover.userId, providerId: CREDENTIAL };
  const former = own && (await tables.account.findFirst({ where: own, select: { password: true } }));
  const password = passwordHash ?? former?.password ?? null;
  await tables.account.deleteMany({ where: { userId, providerId: CREDENTIAL } });
  if (password === null) return;
  const credential = { accountId: userId, providerId: CREDENTIAL, password };
  await tables.account.create({ data: { id: `${userId}-credential`, userId, ...credential } });
}

/** An account that was only made to prove the address ends in the opened one, with its social sign-ins. */
async function endBeside(tables: Prisma.TransactionClient, id: string, userId: string): Promise<void> {
  await tables.account.updateMany({ where: { userId: id, providerId: { not: CREDENTIAL } }, data: { userId } });
  await tables.session.deleteMany({ where: { userId: id } });
  await forgetLinks(tables, id);
  const where = { userId: id };
  const left = (await tables.customer.count({ where })) + (await tables.checkout.count({ where }));
  if (left === 0) await tables.user.delete({ where: { id } });
  else {
    // What it has is moved to the opened account; nobody opens it any more.
    await tables.account.deleteMany({ where });
    await tables.user.update({ where: { id }, data: { email: newPlaceholder(), wantedEmail: null } });
  }
}
