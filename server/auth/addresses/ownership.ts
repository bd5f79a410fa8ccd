import type { PrismaClient } from '../../database/client.ts';
import { newPlaceholder } from './placeholder.ts';

/** The methods that an interactive transaction and the client share. */
type Tables = Pick<PrismaClient, 'user' | 'addressProof' | 'verification' | 'account'>;

/** Another user verified the address before. */
export class AddressTaken extends Error {}

/**
 * Takes an address from the account that has it unverified; that account keeps its id, records and sessions. Throws
 * AddressTaken if it was verified.
 */
export async function releaseAddress(tables: Tables, email: string): Promise<void> {
  const holder = await tables.user.findUnique({ where: { email }, select: { id: true } });
  if (!holder) return;
  const { count } = await tables.user.updateMany({
    where: { id: holder.id, email, emailVerified: false },
    data: { email: newPlaceholder(), wantedEmail: null },
  });
  if (count === 0) throw new AddressTaken();
  await forgetLinks(tables, holder.id);
}

/** Gives a verified address to an account, taking it from one that has it unverified. Throws AddressTaken. */
export async function giveAddress(prisma: PrismaClient, { userId, email }: { userId: string; email: string }) {
  await prisma.$transaction(async (tables) => {
    const own = await tables.user.findUnique({ where: { id: userId }, select: { email: true } });
    if (own?.email !== email) await releaseAddress(tables, email);
    await tables.user.update({ where: { id: userId }, data: { email, emailVerified: true, wantedEmail: null } });
    await forgetLinks(tables, userId);
  });
}

interface NewAccount {
  id: string;
  email: string;
  /** Of its password. */
  hash: string;
}

/** An account for a user who verified an address that another account has unverified. */
export async function createProvenAccount(prisma: PrismaClient, { id, email, hash }: NewAccount): Promise<void> {
  await prisma.$transaction(async (tables) => {
    await releaseAddress(tables, email);
    const name = email.split('@')[0] ?? '';
    await tables.user.create({ data: { id, name, email, emailVerified: true } });
    const credential = { accountId: id, providerId: 'credential', password: hash };
    await tables.account.create({ data: { id: `${id}-credential`, userId: id, ...credential } });
  });
}

/** Invalidates links that were sent before. */
export async function forgetLinks(tables: Tables, userId: string): Promise<void> {
  await tables.addressProof.deleteMany({ where: { userId } });
  await tables.verification.deleteMany({ where: { value: userId } });
}
