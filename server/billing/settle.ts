import { randomUUID } from 'node:crypto';
import type { Adapter, ProviderTruth } from '../adapters/adapter.ts';
import type { Settlement } from '../database/generated/client.ts';
import type { Applied } from './applyEvents.ts';
import type { Billing } from './context.ts';
import { toEventWrite } from './eventWrite.ts';
import { recordId } from './recordId.ts';

export const TRUTH_TYPE = 'provider.truth';

/** Leases what is due: whoever holds a row tries it alone, and a process that dies gives it back by time. */
const LEASE = `
  UPDATE settlement SET attempts = attempts + 1,
    "dueAt" = clock_timestamp() + least(interval '10 minutes', interval '1 second' * power(2, least(attempts, 10)) + interval '10 seconds')
  WHERE "subscriptionId" IN (
    SELECT "subscriptionId" FROM settlement WHERE "dueAt" <= clock_timestamp() ORDER BY "dueAt" LIMIT 20 FOR UPDATE SKIP LOCKED)
  RETURNING *`;

/** Settles what is due by reading the provider's truth. Resolves to the number of settled subscriptions. */
export async function settleDue(billing: Billing): Promise<number> {
  const { rows } = await billing.database.pool.query<Settlement>(LEASE);
  let settled = 0;
  for (const row of rows) settled += (await settleOne(billing, row)) ? 1 : 0;
  return settled;
}

async function settleOne(billing: Billing, row: Settlement): Promise<boolean> {
  const { settlement } = billing.database.prisma;
  const { subscriptionId, attempts } = row;
  try {
    const adapter = billing.adapters.get(row.provider);
    if (!adapter) throw new Error(`Provider ${row.provider} is not set up`);
    await readTruth(billing, adapter, row.providerSubscriptionId);
    await settlement.deleteMany({ where: { subscriptionId, attempts } });
    return true;
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    billing.log.warn({ err: error, subscriptionId, attempts }, 'A tie waits for the provider');
    await settlement.updateMany({ where: { subscriptionId, attempts }, data: { lastError } });
    return false;
  }
}

/**
 * Reads the provider's truth of one subscription and applies it, unless the record changed while it was read.
 * Rejects when the provider is away, knows no such subscription, or the record changed.
 */
export async function readTruth(billing: Billing, adapter: Adapter, providerSubscriptionId: string): Promise<Applied> {
  const id = recordId('subscription', adapter.provider, providerSubscriptionId);
  const record = await billing.database.prisma.subscription.findUnique({ where: { id }, select: { version: true } });
  const truth = await adapter.fetchSubscription(providerSubscriptionId);
  if (!truth) throw new Error('The provider does not know this subscription');
  const applied = await applyTruth(billing, { adapter, truth, version: record?.version ?? 0 });
  if (applied.outcome === 'stale') throw new Error('The record changed while the provider was asked');
  return applied;
}

interface TruthInput {
  adapter: Adapter;
  truth: ProviderTruth;
  /** The record's version before the provider was asked; 0: there was no record. */
  version: number;
}

/** Applies the provider's truth through the same statement as webhooks. */
export function applyTruth(billing: Billing, { adapter, truth, version }: TruthInput): Promise<Applied> {
  const { subscription, readAt } = truth;
  const { provider } = adapter;
  const event = {
    ...{ id: `truth:${randomUUID()}`, type: null, nativeType: TRUTH_TYPE, provider, occurredAt: readAt },
    data: subscription,
    rawEvent: subscription,
  };
  const { providerCustomerId, userId } = subscription;
  const customer = providerCustomerId ? { providerCustomerId, userId, explicit: false } : undefined;
  const result = { customer, subscription, warnings: [] };
  return billing.writer.apply(
    toEventWrite({ event, body: JSON.stringify(subscription), result, truthOfVersion: version }),
  );
}
