import type { Adapter, ProviderSnapshot } from '../../../adapters/adapter.ts';
import type { Customer, Subscription } from '../../../database/generated/client.ts';
import type { Applying } from '../../context.ts';
import { RENEWS } from '../../records/duplicate.ts';
import { recordId } from '../../records/recordId.ts';
import { hasEnded } from '../../records/subscription.ts';
import { askOwnerCheck } from '../askOwnerCheck.ts';
import { markCustomerDeleted } from '../markCustomerDeleted.ts';
import { applySnapshot } from '../refetch.ts';
import { compareToSnapshot, type DriftFound } from './drift.ts';

/** A difference, and the record that it concerns. */
export interface CustomerDrift extends DriftFound {
  /** Empty: it concerns the customer. */
  providerSubscriptionId: string;
  providerCustomerId: string;
  userId: string | null;
  fixed: boolean;
  /** The provider's id of the payment, refund or dispute, if it concerns one. */
  about?: string;
}

/** What a comparison adds to the run's counts. */
export interface Compared {
  subscriptions: number;
  /** Of these, the ones that are live in our records. */
  live: number;
  drifts: CustomerDrift[];
}

export interface CompareContext {
  billing: Applying;
  adapter: Adapter;
  fix: boolean;
}

/** A customer and its subscription records, read before the provider is asked. */
export interface CustomerRecords {
  customer: Customer;
  records: Subscription[];
}

/** Two pages per customer are common; a hundred mean that the provider's list never ends. */
const MOST_PAGES = 100;

/**
 * Compares a customer with the provider's state, and repairs differences through the same rules as webhooks. What the
 * provider doesn't know is only reported.
 */
export async function compareCustomer(context: CompareContext, found: CustomerRecords): Promise<Compared> {
  const { customer, records } = found;
  const isKnown = (id: string) => records.some(({ providerSubscriptionId }) => providerSubscriptionId === id);
  const listed = await listAll(context.adapter, customer.providerCustomerId);
  const snapshots = listed.filter(
    ({ subscription }) => !subscription.isIgnored || isKnown(subscription.providerSubscriptionId),
  );
  const drifts: CustomerDrift[] = [];
  for (const snapshot of snapshots) drifts.push(...(await compareListed(context, found, snapshot)));
  const known = new Set(snapshots.map(({ subscription }) => subscription.providerSubscriptionId));
  const unlisted = records.filter((record) => !known.has(record.providerSubscriptionId));
  for (const record of unlisted) drifts.push(...(await compareUnlisted(context, customer, record)));
  if (listed.some(isLiveThere)) drifts.push(...(await compareOwner(context, customer, drifts)));
  else drifts.push(...(await compareItself(context, customer)));
  return {
    subscriptions: snapshots.length + unlisted.length,
    live: records.filter(({ status }) => !hasEnded(status)).length,
    drifts,
  };
}

/** Rejects if a page can't be read. */
export async function listAll(adapter: Adapter, providerCustomerId: string): Promise<ProviderSnapshot[]> {
  const all: ProviderSnapshot[] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined; seen.size < MOST_PAGES; ) {
    const { items, nextCursor } = await adapter.listSubscriptions(providerCustomerId, { cursor });
    all.push(...items);
    if (nextCursor === undefined) return all;
    if (seen.has(nextCursor)) throw new Error('The provider repeats a page of this customer');
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  throw new Error(`The provider has more than ${MOST_PAGES} pages of this customer`);
}

export function isLiveThere({ subscription: { status } }: ProviderSnapshot): boolean {
  return status !== undefined && !hasEnded(status);
}

/** Compares one subscription of a customer that our records may not contain yet. */
export async function compareListed(
  context: CompareContext,
  { customer, records }: { customer: Place; records: readonly Subscription[] },
  snapshot: ProviderSnapshot,
): Promise<CustomerDrift[]> {
  const id = recordIdOf(context.adapter, snapshot);
  const listed = records.find((candidate) => candidate.id === id);
  return compareOne(context, customer, { snapshot, record: listed ?? (await readRecord(context, id)) });
}

/** A list may leave out ended subscriptions: only a read of the subscription itself shows that it is gone. */
async function compareUnlisted(context: CompareContext, place: Place, record: Subscription): Promise<CustomerDrift[]> {
  const snapshot = await context.adapter.fetchSubscription(record.providerSubscriptionId);
  return snapshot ? compareOne(context, place, { snapshot, record }) : missingThere(place, record);
}

/**
 * Compares a subscription that is linked to none of its user's customers, and so is on none of their lists: at the
 * provider it belongs to another user's customer, or to none.
 */
export async function compareUnlinked(context: CompareContext, record: Subscription): Promise<Compared> {
  const snapshot = await context.adapter.fetchSubscription(record.providerSubscriptionId);
  const place = await placeOf(context, snapshot);
  const drifts = snapshot ? await compareOne(context, place, { snapshot, record }) : missingThere(place, record);
  return { subscriptions: 1, live: 1, drifts };
}

/** The customer that a subscription belongs to at the provider. */
export type Place = Pick<Customer, 'id' | 'providerCustomerId'> & { userId: string | null };

async function placeOf({ billing, adapter }: CompareContext, snapshot: ProviderSnapshot | null): Promise<Place> {
  const providerCustomerId = snapshot?.subscription.providerCustomerId ?? '';
  const id = recordId('customer', adapter.provider, providerCustomerId);
  const customer = await billing.database.prisma.customer.findUnique({ where: { id } });
  return customer ?? { id, providerCustomerId, userId: null };
}

function missingThere({ providerCustomerId }: Place, record: Subscription): CustomerDrift[] {
  const { providerSubscriptionId, userId, status } = record;
  if (hasEnded(status)) return [];
  const drift = { class: 'missing_there', ours: status, theirs: null, fixed: false } as const;
  return [{ ...drift, providerSubscriptionId, providerCustomerId, userId }];
}

interface Pair {
  snapshot: ProviderSnapshot;
  /** Read before the provider was asked. */
  record: Subscription | null;
}

async function compareOne(context: CompareContext, place: Place, given: Pair): Promise<CustomerDrift[]> {
  const differences = (pair: Pair) => differencesOf(context.adapter, place, pair);
  if (differences(given).length === 0) return [];
  const pair = await unlessOvertaken(context, given);
  const found = pair ? differences(pair) : [];
  if (!pair || found.length === 0) return [];
  const { snapshot, record } = pair;
  const left = context.fix ? differences({ snapshot, record: await repair(context, pair) }) : found;
  return found.map((drift) => ({
    ...drift,
    providerSubscriptionId: snapshot.subscription.providerSubscriptionId,
    providerCustomerId: place.providerCustomerId,
    userId: record?.userId ?? place.userId,
    fixed: !left.some((still) => still.class === drift.class),
  }));
}

/** The provider alone attaches another user's subscription to this customer; ours is not linked to it. */
function differencesOf({ provider }: Adapter, place: Place, { snapshot, record }: Pair): DriftFound[] {
  const found = compareToSnapshot(provider, record, snapshot);
  if (!record || record.userId === place.userId || record.customerId) return found;
  return found.filter((drift) => drift.class !== 'customer' || drift.theirs !== place.id);
}

/** A webhook that arrived after the record was read made it newer than the snapshot: both are read again. */
async function unlessOvertaken(context: CompareContext, { snapshot, record }: Pair): Promise<Pair | null> {
  const now = await readRecord(context, recordIdOf(context.adapter, snapshot));
  if (now?.version === record?.version) return { snapshot, record };
  const later = await context.adapter.fetchSubscription(snapshot.subscription.providerSubscriptionId);
  return later && { snapshot: later, record: now };
}

/** A user's subscriptions at all providers: the owner check deals with a second one. */
async function compareOwner(
  { billing, adapter }: CompareContext,
  customer: Customer,
  found: readonly CustomerDrift[],
): Promise<CustomerDrift[]> {
  const { userId, id: customerId, providerCustomerId } = customer;
  const { prisma, jobPool } = billing.database;
  // What the provider doesn't know is not charged.
  const gone = found.filter((drift) => drift.class === 'missing_there').map((drift) => drift.providerSubscriptionId);
  const where = { userId, ...RENEWS, NOT: { provider: adapter.provider, providerSubscriptionId: { in: gone } } };
  const renewing = await prisma.subscription.findMany({ where, orderBy: { createdAt: 'asc' } });
  const newest = renewing.at(-1);
  if (renewing.length < 2 || newest?.customerId !== customerId || newest.provider !== adapter.provider) return [];
  await askOwnerCheck(jobPool, userId);
  const ours = renewing.map(({ plan, provider }) => `${plan} at ${provider}`).join(', ');
  const { providerSubscriptionId } = newest;
  return [{ class: 'duplicate', ours, theirs: null, providerSubscriptionId, providerCustomerId, userId, fixed: false }];
}

/** Asked only if the provider lists nothing live: a customer with a live subscription is not deleted. */
async function compareItself(context: CompareContext, customer: Customer): Promise<CustomerDrift[]> {
  const { billing, adapter, fix } = context;
  const { providerCustomerId, userId } = customer;
  const known = await adapter.fetchCustomer(providerCustomerId);
  if (known && !known.deleted) return [];
  const fixed = Boolean(fix && known && (await markCustomerDeleted(billing, customer)).outcome === 'applied');
  const drift = { class: 'deleted_customer', ours: 'known', theirs: known ? 'deleted' : null } as const;
  return [{ ...drift, providerSubscriptionId: '', providerCustomerId, userId, fixed }];
}

function recordIdOf({ provider }: Adapter, { subscription }: ProviderSnapshot): string {
  return recordId('subscription', provider, subscription.providerSubscriptionId);
}

function readRecord({ billing }: CompareContext, id: string): Promise<Subscription | null> {
  return billing.database.prisma.subscription.findUnique({ where: { id } });
}

/** The record itself shows the result, no matter who else changed it in the meantime. */
async function repair(context: CompareContext, { snapshot, record }: Pair): Promise<Subscription | null> {
  const { billing, adapter } = context;
  await applySnapshot(billing, { adapter, snapshot, version: record?.version ?? 0 });
  return readRecord(context, recordIdOf(adapter, snapshot));
}
