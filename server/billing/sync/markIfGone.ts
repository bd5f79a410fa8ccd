import type { Adapter } from '../../adapters/adapter.ts';
import type { Customer } from '../../database/generated/client.ts';
import type { Applying, With } from '../context.ts';
import { markCustomerDeleted } from './markCustomerDeleted.ts';

const WITNESSES = 3;

/**
 * Asks the provider whether it still knows a customer; if not, marks the record deleted. Resolves to whether it is
 * gone. Rejects when the provider is unavailable or knows none of the latest customers: then the key belongs to another
 * account, and no one must lose a subscription for that.
 */
export async function markIfGone(billing: Applying, customer: Customer): Promise<boolean> {
  const adapter = billing.adapters.get(customer.provider);
  if (!adapter) throw new Error(`Provider ${customer.provider} is not set up`);
  const known = await adapter.fetchCustomer(customer.providerCustomerId);
  if (known && !known.deleted) return false;
  if (!known && !(await knowsOthers(billing, adapter, customer))) {
    throw new Error('The provider knows none of the latest customers: does the key belong to another account?');
  }
  await markCustomerDeleted(billing, customer);
  return true;
}

/** With too few other customers there is nothing to compare with. */
async function knowsOthers(
  { database }: With<'database'>,
  adapter: Adapter,
  { id, provider }: Customer,
): Promise<boolean> {
  const others = await database.prisma.customer.findMany({
    where: { provider, deletedAt: null, id: { not: id } },
    orderBy: { updatedAt: 'desc' },
    take: WITNESSES,
  });
  if (others.length < WITNESSES) return true;
  const known = await Promise.all(others.map((other) => adapter.fetchCustomer(other.providerCustomerId)));
  return known.some((other) => other !== null);
}
