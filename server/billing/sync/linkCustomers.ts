import type { Customer } from '../../database/generated/client.ts';
import type { Billing, BillingUser } from '../context.ts';
import { recordId } from '../records/recordId.ts';
import { recordCustomer } from './reconcile/recordCustomer.ts';

const MOST = 10;

type Proven = Pick<BillingUser, 'id' | 'email'>;

/**
 * Links customers that the active provider already had under a newly proven address and that no one owns, by our
 * records or the provider's. Events that waited for them are applied. Rejects when the provider is unavailable.
 */
export async function linkCustomers(billing: Billing, user: Proven): Promise<Customer[]> {
  const { adapter, database } = billing;
  const linked: Customer[] = [];
  for (const { providerCustomerId, statedUserId } of (await adapter.findCustomers(user.email)).slice(0, MOST)) {
    const id = recordId('customer', adapter.provider, providerCustomerId);
    const record = await database.prisma.customer.findUnique({ where: { id }, select: { userId: true } });
    const owners = [statedUserId, record?.userId ?? null];
    if (owners.some((owner) => owner !== null && owner !== user.id)) continue;
    if (statedUserId === null) await adapter.assignCustomer(providerCustomerId, user.id);
    const { provider } = adapter;
    linked.push(await recordCustomer(billing, { provider, providerCustomerId, userId: user.id, email: user.email }));
  }
  return linked;
}

/** Runs before a user's first checkout, so that existing subscriptions are not bought again. */
export async function linkBeforeFirst(billing: Billing, { id, email, emailVerified }: BillingUser): Promise<void> {
  if (!emailVerified) return;
  const where = { userId: id, provider: billing.adapter.provider };
  if ((await billing.database.prisma.customer.count({ where })) === 0) await linkCustomers(billing, { id, email });
}
