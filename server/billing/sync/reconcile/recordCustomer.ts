import type { Customer } from '../../../database/generated/client.ts';
import type { Applying } from '../../context.ts';
import { recordId } from '../../records/recordId.ts';
import { applyCustomerSnapshot } from './applyCustomerSnapshot.ts';

type NewCustomer = Pick<Customer, 'provider' | 'providerCustomerId' | 'userId' | 'email'>;

/**
 * Records a customer that the provider has for a user, whether or not its event has arrived. Rejects if it belongs to
 * another user.
 */
export async function recordCustomer(billing: Applying, { provider, ...customer }: NewCustomer): Promise<Customer> {
  const { prisma } = billing.database;
  await applyCustomerSnapshot(billing, {
    provider,
    type: 'customer.created',
    customer: { ...customer, explicit: true },
  });
  const id = recordId('customer', provider, customer.providerCustomerId);
  const own = { id, userId: customer.userId };
  // Marked by mistake: the provider has just confirmed that it knows the customer.
  await prisma.customer.updateMany({ where: { ...own, deletedAt: { not: null } }, data: { deletedAt: null } });
  const recorded = await prisma.customer.findFirst({ where: own });
  if (!recorded) throw new Error("The provider's customer is another user's");
  return recorded;
}
