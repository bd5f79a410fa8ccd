import { escapeLike } from '../../database/escapeLike.ts';
import type { User } from '../../database/generated/client.ts';
import { addressOf } from '../../database/reads/accountAddress.ts';
import type { With } from '../context.ts';

export interface FoundUser {
  userId: string;
  /** The account's; null: there is no account, or only records name the user. */
  email: string | null;
  /** The account has proven its address; false: anybody may have signed up with it. */
  proven: boolean;
}

const MOST_NAMESAKES = 6;

/**
 * The users that an id, an e-mail address or an account name stands for. A name may stand for several, and so may an
 * address that no account has proven.
 */
export async function findUsers(billing: With<'database'>, who: string): Promise<FoundUser[]> {
  const accounts = await accountsOf(billing, who);
  if (accounts.length > 0) return accounts;
  if (await isNamedByRecords(billing, who)) return [nameless(who)];
  const payers = await payersAt(billing, who);
  return payers.length > 0 ? payers : namesakes(billing, who);
}

/** By id or address: whoever has proven it, else all that signed up with it. */
async function accountsOf({ database }: With<'database'>, who: string): Promise<FoundUser[]> {
  const email = who.toLowerCase();
  const found = await database.prisma.user.findMany({
    where: { OR: [{ id: who }, { email }, { wantedEmail: email }] },
    // However many sign up with it, whoever has proven it is found.
    orderBy: [{ emailVerified: 'desc' }, { createdAt: 'asc' }],
    take: MOST_NAMESAKES,
  });
  const sure = found.find(({ id }) => id === who) ?? found.find((one) => one.email === email && one.emailVerified);
  return (sure ? [sure] : found).map(toFound);
}

const toFound = (account: User): FoundUser => ({
  userId: account.id,
  email: addressOf(account) || null,
  proven: account.emailVerified,
});

/** A user without an account here. */
export const nameless = (userId: string): FoundUser => ({ userId, email: null, proven: false });

async function payersAt({ database }: With<'database'>, address: string): Promise<FoundUser[]> {
  const customers = await database.prisma.customer.findMany({
    where: { email: { equals: escapeLike(address), mode: 'insensitive' } },
    distinct: ['userId'],
    select: { userId: true },
    orderBy: { userId: 'asc' },
    take: MOST_NAMESAKES,
  });
  const accounts = await database.prisma.user.findMany({
    where: { id: { in: customers.map(({ userId }) => userId) } },
  });
  const known = new Map(accounts.map((account) => [account.id, toFound(account)]));
  return customers.map(({ userId }) => known.get(userId) ?? nameless(userId));
}

/**
 * Whether a user may be given something by the words that found them. An id does, and an address names only the account
 * that has proven it: anybody can sign up with any address, and under any name.
 */
export const isGivenTo = ({ userId, email, proven }: FoundUser, who: string): boolean =>
  userId === who || (proven && email === who.toLowerCase());

const NAMED = `SELECT EXISTS (SELECT 1 FROM customer WHERE "userId" = $1)
  OR EXISTS (SELECT 1 FROM subscription WHERE "userId" = $1)
  OR EXISTS (SELECT 1 FROM payment WHERE "userId" = $1)
  OR EXISTS (SELECT 1 FROM checkout WHERE "userId" = $1)
  OR EXISTS (SELECT 1 FROM access_grant WHERE "userId" = $1)
  OR EXISTS (SELECT 1 FROM webhook_event WHERE "userId" = $1) AS named`;

async function isNamedByRecords({ database }: With<'database'>, userId: string): Promise<boolean> {
  const { rows } = await database.pool.query<{ named: boolean }>(NAMED, [userId]);
  return rows[0]?.named === true;
}

async function namesakes({ database }: With<'database'>, who: string): Promise<FoundUser[]> {
  const accounts = await database.prisma.user.findMany({
    where: { name: { equals: escapeLike(who), mode: 'insensitive' } },
    orderBy: { createdAt: 'asc' },
    take: MOST_NAMESAKES,
  });
  return accounts.map(toFound);
}
