import type { Adapter, ProviderTruth } from '../../adapters/adapter.ts';
import type { Customer, Subscription } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import { recordId } from '../events/recordId.ts';
import { compareToTruth, type DriftFound } from './drift.ts';
import { applyTruth } from './settle.ts';

export interface CustomerDrift extends DriftFound {
  providerSubscriptionId: string;
  userId: string | null;
  fixed: boolean;
}

interface Checked {
  subscriptions: number;
  drifts: CustomerDrift[];
}

interface Task {
  adapter: Adapter;
  customer: Customer;
  fix: boolean;
  endUnknown: boolean;
}

/** Compares one customer's subscriptions with the provider's, and repairs them through the webhooks' statement. */
export async function reconcileCustomer(billing: Billing, task: Task): Promise<Checked> {
  const { adapter, customer } = task;
  // Read before the provider is asked: a record that changes meanwhile keeps what the webhook said.
  const records = await billing.database.prisma.subscription.findMany({ where: { customerId: customer.id } });
  const truths = await listTruths(adapter, customer.providerCustomerId);
  const drifts: CustomerDrift[] = [];
  for (const truth of truths) drifts.push(...(await compareOne(billing, task, { truth, records })));
  const known = new Set(truths.map(({ subscription }) => subscription.providerSubscriptionId));
  const unlisted = records.filter((record) => !known.has(record.providerSubscriptionId));
  for (const record of unlisted) drifts.push(...(await checkUnlisted(billing, task, record)));
  return { subscriptions: truths.length + unlisted.length, drifts };
}

async function listTruths(adapter: Adapter, providerCustomerId: string): Promise<ProviderTruth[]> {
  const all: ProviderTruth[] = [];
  let cursor: string | undefined;
  do {
    const page = await adapter.listSubscriptions(providerCustomerId, { cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return all;
}

interface Pair {
  truth: ProviderTruth;
  records: Subscription[];
}

async function compareOne(
  billing: Billing,
  { adapter, customer, fix }: Task,
  { truth, records }: Pair,
): Promise<CustomerDrift[]> {
  const { providerSubscriptionId } = truth.subscription;
  const id = recordId('subscription', adapter.provider, providerSubscriptionId);
  const listed = records.find((candidate) => candidate.id === id);
  const read = () => billing.database.prisma.subscription.findUnique({ where: { id } });
  const record = listed ?? (await read());
  const found = compareToTruth(adapter.provider, record, truth);
  const repaired =
    fix && found.length > 0 && (await repair(billing, adapter, { truth, version: record?.version ?? 0 }));
  // Of the outcome only the record itself can tell.
  const left = repaired ? compareToTruth(adapter.provider, await read(), truth).map((drift) => drift.class) : null;
  return found.map((drift) => ({
    ...{ ...drift, providerSubscriptionId, userId: record?.userId ?? customer.userId },
    fixed: left !== null && !left.includes(drift.class),
  }));
}

/** A list may leave out what ended: only the provider's word on the subscription itself says that it is gone. */
async function checkUnlisted(billing: Billing, task: Task, record: Subscription): Promise<CustomerDrift[]> {
  const { adapter, fix, endUnknown } = task;
  const { providerSubscriptionId, userId, status, version } = record;
  const truth = await adapter.fetchSubscription(providerSubscriptionId);
  if (truth) return compareOne(billing, task, { truth, records: [record] });
  if (status === 'canceled' || status === 'deleted') return [];
  const gone: ProviderTruth = {
    subscription: { kind: 'state', providerSubscriptionId, status: 'canceled', nativeStatus: 'missing' },
    readAt: null,
  };
  const fixed = fix && endUnknown && (await repair(billing, adapter, { truth: gone, version }));
  return [{ class: 'missing_there', ours: status, theirs: null, providerSubscriptionId, userId, fixed }];
}

async function repair(billing: Billing, adapter: Adapter, read: { truth: ProviderTruth; version: number }) {
  return (await applyTruth(billing, { adapter, ...read })).outcome === 'applied';
}
