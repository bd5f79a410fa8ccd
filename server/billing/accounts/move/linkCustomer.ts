import { writeAudit } from '../../../database/audit.ts';
import type { Customer } from '../../../database/generated/client.ts';
import type { Applying, With } from '../../context.ts';
import { isGone } from '../../records/gone.ts';
import { nobodyOf } from '../../records/nobody.ts';
import { recordId } from '../../records/recordId.ts';
import { adoptCustomer, type Buyer } from '../../sync/adopt/adoptCustomer.ts';
import { supersedePages } from '../../sync/adopt/supersedePages.ts';
import { NOTHING } from './belongings.ts';
import { type Moved, MoveRefused, moveCustomers, withOwners } from './moveCustomers.ts';
import { tellOwners } from './tellOwners.ts';

export interface Link {
  providerCustomerId: string;
  to: Buyer;
  reason: string;
  /** As `writeAudit` takes it. */
  actor: string;
}

/**
 * Gives a customer that the active provider has, and that is nobody's here, to a user, with all its subscriptions. Open
 * checkout pages of the user are superseded. Nothing at the provider changes: the customer's owner here wins over the
 * user that events name. Throws MoveRefused; rejects when the provider is unavailable. Safe to repeat after a crash.
 */
export async function linkCustomer(
  billing: Applying & With<'adapter' | 'announce'>,
  { providerCustomerId, to, reason, actor }: Link,
): Promise<Moved> {
  const { adapter, database } = billing;
  const from = nobodyOf(providerCustomerId);
  const id = recordId('customer', adapter.provider, providerCustomerId);
  const known = await database.prisma.customer.findUnique({ where: { id } });
  if (known?.userId === from) return moveCustomers(billing, { from, to: to.id, reason, actor, action: 'link' });
  if (known) refuseOwned(known, to.id);
  if (await isGone(database.pool, to.id)) throw new MoveRefused('The receiving account was deleted');
  const found = await adapter.fetchCustomer(providerCustomerId);
  if (!found || found.deleted) throw new MoveRefused(`${adapter.provider} has no customer ${providerCustomerId}`);
  return withOwners(billing, [from, to.id], async () => {
    await adoptCustomer(billing, to, { providerCustomerId, statedUserId: to.id });
    const auditId = await database.prisma.$transaction(async (tables) => {
      await tables.customer.updateMany({ where: { id, userId: to.id }, data: { assigned: true } });
      await tables.expectedOwner.deleteMany({ where: { provider: adapter.provider, providerCustomerId } });
      const details = { ...NOTHING, customers: [id] };
      return writeAudit(tables, { action: 'link', actor, reason, userId: from, toUserId: to.id, details });
    });
    await supersedePages(billing, to.id);
    await tellOwners(billing, [to.id]);
    const records = 1 + (await database.prisma.subscription.count({ where: { customerId: id } }));
    return { auditId: `${auditId}`, from, to: to.id, records };
  });
}

/** A link that a crash left half done is the receiver's, and not assigned yet. */
function refuseOwned({ userId, assigned }: Customer, to: string): void {
  if (userId !== to) throw new MoveRefused(`It belongs to ${userId}: billing move ${userId} ${to}`);
  if (assigned) throw new MoveRefused('It is theirs already');
}
