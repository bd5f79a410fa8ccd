import { escapeLike } from '../../database/escapeLike.ts';
import { addressOf } from '../../database/reads/accountAddress.ts';
import type { With } from '../context.ts';

export interface FoundUser {
  userId: string;
  /** The account's; null: there is no account, or only records name the user. */
  email: string | null;
}

const MOST_NAMESAKES = 6;

/** The users that an id, an e-mail address or an account name stands for. Only a name may stand for several. */
export async function findUsers(billing: With<'database'>, who: string): Promise<FoundUser[]> {
  const { user, customer } = billing.database.prisma;
  const account = await user.findFirst({ where: { OR: [{ id: who }, { email: who.toLowerCase() }] } });
  if (account) return [{ userId: account.id, email: addressOf(account) || null }];
  if (await isNamedByRecords(billing, who)) return [{ userId: who, email: null }];
  const known = await customer.findFirst({ where: { email: { equals: escapeLike(who), mode: 'insensitive' } } });
  return known ? [{ userId: known.userId, email: null }] : namesakes(billing, who);
}

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
  return accounts.map((account) => ({ userId: account.id, email: addressOf(account) || null }));
}
