import type { Adapter, ProviderSnapshot } from '../../../adapters/adapter.ts';
import type { Filled } from '../../../adapters/remarks.ts';
import type { Prisma } from '../../../database/client.ts';
import type { Drift, ReconcileRun } from '../../../database/generated/client.ts';
import type { Applying, With } from '../../context.ts';
import { recordId } from '../../records/recordId.ts';
import { endedStatuses } from '../../records/subscription.ts';
import { markCustomerDeleted } from '../markCustomerDeleted.ts';
import { applySnapshot } from '../refetch.ts';

/** A few unknown ones are plausible; more than this share suggests the key of another account. */
const MOST_SHARE = 0.05;
const FEW = 3;

/** Records of a run that the provider doesn't know. */
interface Unknown {
  subscriptions: number;
  customers: number;
}

type Unknowns = '{} of {} live subscriptions and {} of {} customers are unknown to {}';

/** Why nothing was ended. */
export type StopSentence =
  | `${Unknowns}, as with the key of another account: nothing was ended. If that is right: billing reconcile --fix --yes-end {}`
  | `${Unknowns}, but --yes-end confirmed {}: nothing was ended`;

/** Why this run may end nothing that the provider doesn't know; null: no objection. */
export async function whyNothingEnds(
  { database }: With<'database'>,
  run: ReconcileRun,
): Promise<Filled<StopSentence> | null> {
  const { rows } = await database.pool.query<Unknown>(UNKNOWN, [run.id]);
  const unknown = rows[0] ?? { subscriptions: 0, customers: 0 };
  const { provider, live, customers, yesEnd } = run;
  const { subscriptions: gone } = unknown;
  const all = `${gone} of ${live} live subscriptions and ${unknown.customers} of ${customers} customers` as const;
  if (yesEnd !== null) {
    if (yesEnd === gone) return null;
    return `${all} are unknown to ${provider}, but --yes-end confirmed ${yesEnd}: nothing was ended`;
  }
  if (!tooMany(gone, live) && !tooMany(unknown.customers, customers)) return null;
  return `${all} are unknown to ${provider}, as with the key of another account: nothing was ended. If that is right: billing reconcile --fix --yes-end ${gone}`;
}

const UNKNOWN = `SELECT count(*) FILTER (WHERE class = 'missing_there')::int AS subscriptions,
    count(*) FILTER (WHERE class = 'deleted_customer')::int AS customers
  FROM drift WHERE "runId" = $1 AND theirs IS NULL`;

function tooMany(unknown: number, all: number): boolean {
  return unknown >= FEW && unknown > MOST_SHARE * all;
}

interface EndContext {
  billing: Applying;
  adapter: Adapter;
  run: ReconcileRun;
}

/** Records of a run that the provider doesn't know and that are still live here. */
export function unknownOf({ id: runId }: ReconcileRun): Prisma.DriftWhereInput {
  return { runId, class: { in: ['missing_there', 'deleted_customer'] }, theirs: null, fixed: false };
}

/**
 * Ends a customer's subscriptions that the provider doesn't know, then marks the customer deleted if it is unknown too;
 * the provider is asked again before each step. A scheduled run ends no subscription, and no run marks a customer whose
 * subscription is still live here.
 */
export async function endUnknown(context: EndContext, providerCustomerId: string): Promise<void> {
  const { drift } = context.billing.database.prisma;
  const found = await drift.findMany({ where: { ...unknownOf(context.run), providerCustomerId } });
  const ofSubscriptions = found.filter(({ providerSubscriptionId }) => providerSubscriptionId !== '');
  const ofCustomer = found.filter(({ providerSubscriptionId }) => providerSubscriptionId === '');
  const tell = ({ id }: Drift) => drift.update({ where: { id }, data: { fixed: true } });
  for (const each of ofSubscriptions) if (await endSubscription(context, each)) await tell(each);
  for (const each of ofCustomer) if (await endCustomer(context, each)) await tell(each);
}

async function endSubscription({ billing, adapter, run }: EndContext, drift: Drift): Promise<boolean> {
  if (run.trigger === 'schedule') return false;
  const { providerSubscriptionId } = drift;
  const id = recordId('subscription', adapter.provider, providerSubscriptionId);
  const record = await billing.database.prisma.subscription.findUnique({ where: { id } });
  if (!record || (await adapter.fetchSubscription(providerSubscriptionId))) return false;
  const snapshot: ProviderSnapshot = {
    subscription: { kind: 'state', providerSubscriptionId, status: 'canceled', standing: 'running' },
    readAt: null,
  };
  return (await applySnapshot(billing, { adapter, snapshot, version: record.version })).outcome === 'applied';
}

async function endCustomer({ billing, adapter }: EndContext, { providerCustomerId }: Drift): Promise<boolean> {
  const { prisma } = billing.database;
  const id = recordId('customer', adapter.provider, providerCustomerId ?? '');
  const customer = await prisma.customer.findUnique({ where: { id } });
  if (!customer || customer.deletedAt) return true;
  const running = { customerId: id, status: { notIn: [...endedStatuses] } };
  if ((await prisma.subscription.count({ where: running })) > 0) return false;
  const known = await adapter.fetchCustomer(customer.providerCustomerId);
  if (known && !known.deleted) return false;
  return (await markCustomerDeleted(billing, customer)).outcome === 'applied';
}
