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
export async function dropAddress(tables: Tables, email: string): Promise<void> {
  const holder = await tables.user.findUnique({ where: { email }, select: { id: true } });
  if (!holder) return;
  const { count } = await tables.user.updateMany({
    where: { id: holder.id, email, emailVerified: false },
    data: { email: newPlaceholder(), wantedEmail: null },
  });
  if (count === 0) throw new AddressTaken();
  await forgetLinks(tables, holder.id);
}

/** Invalidates links that were sent before. */
export async function forgetLinks(tables: Tables, userId: string): Promise<void> {
  await tables.addressProof.deleteMany({ where: { userId } });
  await tables.verification.deleteMany({ where: { value: userId } });
}
