import type { ProviderSnapshot } from '../../../adapters/adapter.ts';
import type { FoundCustomer } from '../../../adapters/calls.ts';
import type { Customer } from '../../../database/generated/client.ts';
import type { Applying, With } from '../../context.ts';
import { recordId } from '../../records/recordId.ts';
import { compareListed, isLiveThere, listAll } from '../reconcile/compareCustomer.ts';
import { recordCustomer } from '../reconcile/recordCustomer.ts';
import { inTurns } from './inTurns.ts';

export interface Buyer {
  id: string;
  /** Empty: unknown. */
  email: string;
}

interface ReadCustomer extends FoundCustomer {
  snapshots: readonly ProviderSnapshot[];
}

/**
 * Links customers that the provider had before us. All lists are read first, and whoever pays is linked first: no link
 * is seen without what is paid. Safe to repeat; rejects when the provider is unavailable.
 */
export async function adoptCustomers(
  billing: Applying & With<'adapter'>,
  buyer: Buyer,
  found: readonly FoundCustomer[],
): Promise<void> {
  const read: ReadCustomer[] = [];
  await inTurns(found, async (one) => void read.push(await readCustomer(billing, one)));
  const pays = ({ snapshots }: ReadCustomer) => snapshots.some(isPaidHere);
  const link = (one: ReadCustomer) => linkCustomer(billing, buyer, one);
  await inTurns(read.filter(pays), link);
  await inTurns(
    read.filter((one) => !pays(one)),
    link,
  );
}

/** The same for one. */
export async function adoptCustomer(
  billing: Applying & With<'adapter'>,
  buyer: Buyer,
  found: FoundCustomer,
): Promise<Customer> {
  return linkCustomer(billing, buyer, await readCustomer(billing, found));
}

async function readCustomer({ adapter }: With<'adapter'>, found: FoundCustomer): Promise<ReadCustomer> {
  return { ...found, snapshots: await listAll(adapter, found.providerCustomerId) };
}

/** Live, and not another product of the company. */
export function isPaidHere(snapshot: ProviderSnapshot): boolean {
  return isLiveThere(snapshot) && !snapshot.subscription.isIgnored;
}

/**
 * The first live subscription is written in one commit with the customer, so that no link exists without what it must
 * prevent: a second sale. The rest follows, history last.
 */
async function linkCustomer(
  billing: Applying & With<'adapter'>,
  buyer: Buyer,
  { providerCustomerId, statedUserId, snapshots }: ReadCustomer,
): Promise<Customer> {
  const { adapter } = billing;
  const { provider } = adapter;
  if (statedUserId === null) await adapter.assignCustomer(providerCustomerId, buyer.id);
  await writeSnapshots(billing, { userId: buyer.id, providerCustomerId, snapshots: snapshots.filter(isLiveThere) });
  const customer = await recordCustomer(billing, {
    provider,
    providerCustomerId,
    userId: buyer.id,
    email: buyer.email,
  });
  const ended = snapshots.filter((snapshot) => !isLiveThere(snapshot));
  await writeSnapshots(billing, { userId: buyer.id, providerCustomerId, snapshots: ended });
  return customer;
}

/** Reads a customer that our records contain, at its own provider: its webhooks may be lost. */
export async function rereadCustomer(
  billing: Applying,
  { userId, provider, providerCustomerId }: Customer,
): Promise<void> {
  const adapter = billing.adapters.get(provider);
  if (!adapter) throw new Error(`Provider ${provider} is not set up`);
  const snapshots = await listAll(adapter, providerCustomerId);
  await writeSnapshots({ ...billing, adapter }, { userId, providerCustomerId, snapshots });
}

interface Read {
  userId: string;
  providerCustomerId: string;
  snapshots: readonly ProviderSnapshot[];
}

/** Only what differs from the records, and no other products of the company. The customer's owner counts, whatever a subscription's own metadata says. */
async function writeSnapshots(
  billing: Applying & With<'adapter'>,
  { userId, providerCustomerId, snapshots }: Read,
): Promise<void> {
  const { adapter } = billing;
  const id = recordId('customer', adapter.provider, providerCustomerId);
  const customer = { id, providerCustomerId, userId };
  for (const { subscription, readAt } of snapshots) {
    if (subscription.isIgnored) continue;
    const snapshot = { readAt, subscription: { ...subscription, providerCustomerId, userId } };
    await compareListed({ billing, adapter, fix: true }, { customer, records: [] }, snapshot);
  }
}
