import { AppError } from '../../../errors.ts';
import type { BillingUser, With } from '../../context.ts';
import { endMark, isGone } from '../../records/gone.ts';
import { isReleasedAddress } from './releasedAddress.ts';

/**
 * A buyer with an e-mail address whose account is not being deleted. A service that names none buys with the address
 * that the user's customer has here.
 */
export async function buyerOf(billing: With<'adapter' | 'database' | 'now'>, user: BillingUser): Promise<BillingUser> {
  const { database, now } = billing;
  const { id, key, isOrganisation, issuedAt } = user;
  const email = user.email || (key ? await knownAddress(billing, id) : '');
  // Another user proved the account's address, so the account must use another address first.
  const isOwnAccount = email === '' && !key && (await database.prisma.user.count({ where: { id } })) > 0;
  if (isOwnAccount) throw new AppError('email_not_verified');
  const claim = isOrganisation ? 'AUTH_ORG_EMAIL_CLAIM' : 'AUTH_EMAIL_CLAIM';
  if (email === '')
    throw new AppError('checkout_failed', {
      reason: `the e-mail address of ${id} is unknown: ${key ? 'x-user-email' : claim} is missing`,
    });
  if ((await isGone(database.pool, id)) && !(issuedAt && (await endMark(database.pool, id, { issuedAt, now: now() }))))
    throw new AppError('unknown_user');
  return { ...user, email };
}

async function knownAddress({ database, adapter }: With<'adapter' | 'database'>, userId: string): Promise<string> {
  const where = { userId, provider: adapter.provider, email: { not: '' }, deletedAt: null };
  const customer = await database.prisma.customer.findFirst({ where, orderBy: { createdAt: 'desc' } });
  return customer && !isReleasedAddress(customer.email) ? customer.email : '';
}
