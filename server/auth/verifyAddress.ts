import type { PrismaClient } from '../database/client.ts';

export interface VerifiedAccount {
  userId: string;
  email: string;
  /** It already was. */
  already: boolean;
}

/** Marks an account's address, ignoring case, as verified. null: no account has it. */
export async function verifyAddress(prisma: PrismaClient, address: string): Promise<VerifiedAccount | null> {
  const email = address.trim().toLowerCase();
  const user = await prisma.user.findUnique({ where: { email }, select: { id: true, emailVerified: true } });
  if (!user) return null;
  if (!user.emailVerified) await prisma.user.update({ where: { id: user.id }, data: { emailVerified: true } });
  return { userId: user.id, email, already: user.emailVerified };
}
