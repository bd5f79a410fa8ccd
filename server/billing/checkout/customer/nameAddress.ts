import { AppError, toAppError } from '../../../errors.ts';
import type { Applying, BillingUser, With } from '../../context.ts';
import { countCall } from '../../countCall.ts';
import { READ_MS } from '../../deadlines.ts';
import { permit } from '../../permit.ts';
import { readBeforeSale } from '../../sync/adopt/adoption.ts';
import { buyerOf } from './buyerOf.ts';
import { ensureCustomer } from './ensureCustomer.ts';

/**
 * Gives a user with a proven address, which the provider keeps for another customer, a customer of their own with
 * another address, so that they can buy. The account's address stays. Does nothing if the user has a customer or can
 * have one with the account's address. Throws AppError: forbidden, unknown_user, too_many_requests, email_not_verified
 * if no address is proven or the provider keeps the named one for another customer too, checkout_failed.
 */
export async function nameAddress(
  billing: Applying & With<'adapter' | 'callLimits' | 'placeholderDomain'>,
  user: BillingUser,
  { email }: { email: string },
): Promise<{ email: string }> {
  permit(user, 'buy');
  try {
    await countCall(billing, 'checkout', user);
    const buyer = await buyerOf(billing, user);
    if (!buyer.emailVerified) throw new AppError('email_not_verified');
    await readBeforeSale(billing, buyer, READ_MS);
    const own = await ensureCustomer(billing, buyer).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'email_not_verified') return null;
      throw error;
    });
    if (own) return { email: own.email };
    // Nobody proved this address: it takes none away.
    const { id } = await ensureCustomer(billing, { ...buyer, email, emailVerified: false });
    await billing.database.prisma.customer.update({ where: { id }, data: { billingEmail: email } });
    return { email };
  } catch (error) {
    throw toAppError(error, 'checkout_failed');
  }
}
