import type { ProviderSnapshot } from '../../../adapters/adapter.ts';
import type { FoundCustomer } from '../../../adapters/calls.ts';
import type { Customer } from '../../../database/generated/client.ts';
import type { Billing } from '../../context.ts';
import { recordId } from '../../records/recordId.ts';
import { compareListed, isLive, listAll } from '../reconcile/compareCustomer.ts';
import { recordCustomer } from '../reconcile/recordCustomer.ts';

export interface Buyer {
  id: string;
  /** Empty: unknown. */
  email: string;
}

/**
 * Links a customer that the provider had before us, with its subscriptions. All pages are read first. Then the first
 * live subscription is written in one commit with the customer, so that no link exists without what it must prevent:
 * a second sale. The rest follows, history last. Safe to repeat; rejects when the provider is unavailable.
 */
export async function adoptCustomer(billing: Billing, buyer: Buyer, found: FoundCustomer): Promise<Customer> {
  const { adapter } = billing;
  const { provider } = adapter;
  const { providerCustomerId } = found;
  const snapshots = await listAll(adapter, providerCustomerId);
  if (found.statedUserId === null) await adapter.assignCustomer(providerCustomerId, buyer.id);
  await writeSnapshots(billing, { userId: buyer.id, providerCustomerId, snapshots: snapshots.filter(isLive) });
  const customer = await recordCustomer(billing, {
    provider,
    providerCustomerId,
    userId: buyer.id,
    email: buyer.email,
  });
  const ended = snapshots.filter((snapshot) => !isLive(snapshot));
  await writeSnapshots(billing, { userId: buyer.id, providerCustomerId, snapshots: ended });
  return customer;
}

/** Reads a customer that our records contain: its webhooks may be lost. */
export async function rereadCustomer(billing: Billing, { userId, providerCustomerId }: Customer): Promise<void> {
  const snapshots = await listAll(billing.adapter, providerCustomerId);
  await writeSnapshots(billing, { userId, providerCustomerId, snapshots });
}

interface Read {
  userId: string;
  providerCustomerId: string;
  snapshots: readonly ProviderSnapshot[];
}

/** Only what differs from the records, and no other products of the company. The customer's owner counts, whatever a subscription's own metadata says. */
async function writeSnapshots(billing: Billing, { userId, providerCustomerId, snapshots }: Read): Promise<void> {
  const { adapter } = billing;
  const id = recordId('customer', adapter.provider, providerCustomerId);
  const customer = { id, providerCustomerId, userId };
  for (const { subscription, readAt } of snapshots) {
    if (subscription.isIgnored) continue;
    const snapshot = { readAt, subscription: { ...subscription, providerCustomerId, userId } };
    await compareListed({ billing, adapter, fix: true }, { customer, records: [] }, snapshot);
  }
}
