import { randomUUID } from 'node:crypto';
import type { Adapter, ProviderSnapshot } from '../../adapters/adapter.ts';
import { claimDue } from '../../database/queueRows.ts';
import type { Applying } from '../context.ts';
import type { Applied } from '../events/applyBatch.ts';
import { applyEvent } from '../events/applyEvent.ts';
import { toProviderEvent } from '../events/event.ts';
import { backOff } from '../jobs/retry.ts';
import { recordId } from '../records/recordId.ts';
import { linkPayment } from './linkPayment.ts';

export const SNAPSHOT_TYPE = 'provider.snapshot';

interface Claimed {
  subscriptionId: string;
  provider: string;
  providerSubscriptionId: string;
  reason: string;
  attempts: number;
  /** With microseconds: it changes when another tie is queued. */
  asked: string;
}

const AT_ONCE = 8;

const CLAIM = claimDue({
  table: 'refetch',
  key: '"subscriptionId"',
  atOnce: AT_ONCE,
  returning: '"subscriptionId", provider, "providerSubscriptionId", reason, attempts, "queuedAt"::text AS asked',
});

const DONE = 'DELETE FROM refetch WHERE "subscriptionId" = $1 AND "queuedAt" = $2::timestamptz';

const BACK_OFF = `
  UPDATE refetch SET "lastError" = $3, "dueAt" = clock_timestamp() + ${backOff('attempts')}
  WHERE "subscriptionId" = $1 AND "queuedAt" = $2::timestamptz`;

/**
 * Refetches due rows: ties from the provider snapshot, payment references from the provider's answer about them.
 * Resolves to the number of refetched subscriptions.
 */
export async function refetchDue(billing: Applying): Promise<number> {
  const { rows } = await billing.database.pool.query<Claimed>(CLAIM);
  const refetched = await Promise.all(rows.map((row) => refetchOne(billing, row)));
  return refetched.filter(Boolean).length;
}

/** A webhook arrived in the meantime. */
class RecordChanged extends Error {}

/** The log level of a failed refetch: a record that merely changed is no problem. */
export const levelOf = (error: unknown) => (error instanceof RecordChanged ? 'info' : 'warn');

async function refetchOne(billing: Applying, row: Claimed): Promise<boolean> {
  const { pool } = billing.database;
  const { subscriptionId, provider, attempts, asked } = row;
  try {
    const adapter = billing.adapters.get(provider);
    if (!adapter) throw new Error(`Provider ${provider} is not set up`);
    if (row.reason === 'link') await linkPayment(billing, adapter, row.providerSubscriptionId);
    else await refetchSubscription(billing, adapter, row.providerSubscriptionId);
    await pool.query(DONE, [subscriptionId, asked]);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    billing.log[levelOf(error)]({ err: error, subscriptionId, attempts }, 'A tie waits for the provider');
    await pool.query(BACK_OFF, [subscriptionId, asked, reason]);
    return false;
  }
}

/**
 * Reads the provider snapshot of one subscription and applies it, unless the record changed during the read. Rejects
 * when the provider is unavailable or knows no such subscription, or the record changed.
 */
export async function refetchSubscription(
  billing: Applying,
  adapter: Adapter,
  providerSubscriptionId: string,
): Promise<Applied> {
  const id = recordId('subscription', adapter.provider, providerSubscriptionId);
  const record = await billing.database.prisma.subscription.findUnique({ where: { id }, select: { version: true } });
  const snapshot = await adapter.fetchSubscription(providerSubscriptionId);
  if (!snapshot) throw new Error('The provider does not know this subscription');
  const applied = await applySnapshot(billing, { adapter, snapshot, version: record?.version ?? 0 });
  if (applied.outcome === 'stale') throw new RecordChanged('The record changed while the provider was asked');
  return applied;
}

/** The same, retried once if a webhook arrived in the meantime, which is common beside a change. */
export async function refetchWithRetry(
  billing: Applying,
  adapter: Adapter,
  providerSubscriptionId: string,
): Promise<Applied> {
  try {
    return await refetchSubscription(billing, adapter, providerSubscriptionId);
  } catch (error) {
    if (!(error instanceof RecordChanged)) throw error;
    return refetchSubscription(billing, adapter, providerSubscriptionId);
  }
}

interface SnapshotInput {
  adapter: Adapter;
  snapshot: ProviderSnapshot;
  /** The record's version before the provider was asked; 0: there was no record. */
  version: number;
}

/** Applies the provider snapshot by the same rules as webhooks. */
export function applySnapshot(billing: Applying, { adapter, snapshot, version }: SnapshotInput): Promise<Applied> {
  const { subscription, readAt } = snapshot;
  const { provider, findsBuyersByAddress } = adapter;
  const event = {
    id: `snapshot:${randomUUID()}`,
    type: null,
    nativeType: SNAPSHOT_TYPE,
    provider,
    occurredAt: readAt,
    data: subscription,
    rawEvent: subscription,
  };
  const { providerCustomerId, userId } = subscription;
  const customer = providerCustomerId ? { providerCustomerId, userId, explicit: false } : undefined;
  const result = { customer, subscription, warnings: [] };
  const body = Buffer.from(JSON.stringify(subscription));
  const about = { event, body, result, findsBuyersByAddress };
  return applyEvent(billing, toProviderEvent({ ...about, snapshotOf: version }));
}
