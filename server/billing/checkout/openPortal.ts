import type { PortalSession } from '../../adapters/calls.ts';
import { AppError } from '../../errors.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import { permit } from '../permit.ts';
import { findLiveSubscription } from './existingSubscription.ts';
import type { PortalRequest } from './inputs.ts';
import { redirectAddress } from './redirects.ts';
import { withCustomer } from './withCustomer.ts';

/**
 * A billing portal session at the active provider, in the specification's order: the customer first, then its
 * provider, then the request (null: its body was invalid). Throws AppError: no_customer, provider_mismatch,
 * invalid_body, forbidden, unknown_user, internal.
 */
export async function openPortal(
  billing: Billing,
  user: BillingUser,
  request: PortalRequest | null,
): Promise<PortalSession> {
  const active = billing.adapter.provider;
  const customer = await findCustomer(billing, user.id);
  if (!customer) throw new AppError('no_customer');
  if (customer.provider !== active) {
    const text = `Customer provider (${customer.provider}) does not match active provider (${active})`;
    throw new AppError('provider_mismatch', { text });
  }
  const returnUrl = request && redirectAddress(request.returnUrl, billing);
  if (!returnUrl) throw new AppError('invalid_body');
  permit(user, 'buy');
  await countCall(billing, 'portal', user);
  const { providerCustomerId } = customer;
  const portal = await withCustomer(billing, customer, () =>
    billing.adapter.createPortal({ providerCustomerId, returnUrl }),
  );
  return portal?.made ?? openPortal(billing, user, request);
}

/**
 * The active provider's customer record of a user, that of the live subscription before others; only if there is none,
 * the newest of another provider.
 */
async function findCustomer(billing: Billing, userId: string) {
  const [customers, live] = await Promise.all([
    billing.database.prisma.customer.findMany({ where: { userId, deletedAt: null }, orderBy: { updatedAt: 'desc' } }),
    findLiveSubscription(billing, userId),
  ]);
  const active = customers.filter(({ provider }) => provider === billing.adapter.provider);
  return active.find(({ id }) => id === live?.customerId) ?? active[0] ?? customers[0];
}
