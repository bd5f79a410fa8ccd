import type { PortalSession } from '../../adapters/calls.ts';
import { AppError } from '../../errors.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import type { PortalRequest } from './inputs.ts';
import { redirectAddress } from './redirects.ts';

/**
 * A billing portal session at the active provider, in the specification's order: the customer first, then its
 * provider, then the request (null: its body was invalid). Throws AppError: no_customer, provider_mismatch,
 * invalid_body, internal.
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
  await countCall(billing, 'portal', user);
  return billing.adapter.createPortal({ providerCustomerId: customer.providerCustomerId, returnUrl });
}

/** The active provider's customer record of a user; only if there is none, the newest other one. */
async function findCustomer({ database, adapter }: Billing, userId: string) {
  const customers = await database.prisma.customer.findMany({
    where: { userId, deletedAt: null },
    orderBy: { updatedAt: 'desc' },
  });
  return customers.find((customer) => customer.provider === adapter.provider) ?? customers[0];
}
