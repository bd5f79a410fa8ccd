import type { Adapter } from '../../../adapters/adapter.ts';
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
 * Gives a customer that a provider has, and that is nobody's here, to a user, with all its subscriptions. Open checkout
 * pages of the user are superseded. Nothing at the provider changes: the customer's owner here wins over the user that
 * events name. Throws MoveRefused; rejects when the provider is unavailable. Safe to repeat after a crash.
 */
export async function linkCustomer(
  given: Applying & With<'announce'>,
  { providerCustomerId, to, reason, actor }: Link,
): Promise<Moved> {
  const { database } = given;
  const from = nobodyOf(providerCustomerId);
  const known = await recordOf(given, providerCustomerId);
  if (known?.userId === from) return moveCustomers(given, { from, to: to.id, reason, actor, action: 'link' });
  if (known) refuseOwned(known, to.id);
  if (await isGone(database.pool, to.id)) throw new MoveRefused('The receiving account was deleted');
  const adapter = await whoHas(given, providerCustomerId);
  const { provider } = adapter;
  const billing = { ...given, adapter };
  const id = recordId('customer', provider, providerCustomerId);
  return withOwners(billing, [from, to.id], async () => {
    await adoptCustomer(billing, to, { providerCustomerId, statedUserId: to.id });
    const auditId = await database.prisma.$transaction(async (tables) => {
      await tables.customer.updateMany({ where: { id, userId: to.id }, data: { assigned: true } });
      await tables.expectedOwner.deleteMany({ where: { provider, providerCustomerId } });
      const details = { ...NOTHING, customers: [id] };
      return writeAudit(tables, { action: 'link', actor, reason, userId: from, toUserId: to.id, details });
    });
    await supersedePages(billing, to.id);
    await tellOwners(billing, [to.id]);
    const records = 1 + (await database.prisma.subscription.count({ where: { customerId: id } }));
    return { auditId: `${auditId}`, from, to: to.id, records };
  });
}

function recordOf({ database, adapters }: With<'database' | 'adapters'>, providerCustomerId: string) {
  const ids = [...adapters.keys()].map((provider) => recordId('customer', provider, providerCustomerId));
  return database.prisma.customer.findFirst({ where: { id: { in: ids } } });
}

/** Another company's id may be refused rather than unknown. */
async function whoHas({ adapters }: With<'adapters'>, providerCustomerId: string): Promise<Adapter> {
  const all = [...adapters.values()];
  const asked = await Promise.allSettled(all.map((adapter) => adapter.fetchCustomer(providerCustomerId)));
  const has = (one: (typeof asked)[number] | undefined) =>
    one?.status === 'fulfilled' && one.value !== null && !one.value.deleted;
  const found = all.find((_, index) => has(asked[index]));
  if (found) return found;
  for (const one of asked) if (one.status === 'rejected') throw one.reason;
  throw new MoveRefused(`${[...adapters.keys()].join(' or ')} has no customer ${providerCustomerId}`);
}

/** A link that a crash left half done is the receiver's, and not assigned yet. */
function refuseOwned({ userId, assigned }: Customer, to: string): void {
  if (userId !== to) throw new MoveRefused(`It belongs to ${userId}: billing move ${userId} ${to}`);
  if (assigned) throw new MoveRefused('It is theirs already');
}
