import { randomUUID } from 'node:crypto';
import type { Subscription } from '../../database/generated/client.ts';
import type { Applying, With } from '../context.ts';
import { applyEvent } from '../events/applyEvent.ts';
import { toProviderEvent } from '../events/event.ts';
import { hasEnded, LIVE } from '../records/subscription.ts';

/** What the ledger calls an operator's word. */
export const ENDED_BY_OPERATOR = 'operator.ended';

interface End {
  /** Our id of the subscription. */
  id: string;
  reason: string;
  /** Who looked at the provider's. */
  by: string;
}

/**
 * Ends the record of a subscription whose provider is not set up: nobody hears of its end there, and its owner can buy
 * nothing before. The ledger keeps who said so, and why. null: there is no such subscription, or it has ended.
 */
export async function endFormer(billing: Applying, { id, reason, by }: End): Promise<Subscription | null> {
  const { subscription } = billing.database.prisma;
  const record = await subscription.findUnique({ where: { id } });
  if (!record || hasEnded(record.status) || billing.adapters.has(record.provider)) return null;
  const { provider, providerSubscriptionId, userId, version } = record;
  const at = billing.now().toISOString();
  const ended = { providerSubscriptionId, userId, kind: 'state', status: 'canceled', canceledAt: at } as const;
  const said = { by, reason };
  const about = { type: null, nativeType: ENDED_BY_OPERATOR, occurredAt: at, data: said, rawEvent: said };
  const applied = await applyEvent(
    billing,
    toProviderEvent({
      event: { id: `operator:${randomUUID()}`, provider, ...about },
      body: Buffer.from(JSON.stringify(said)),
      result: { subscription: ended, warnings: [`ended by ${by}: ${reason}`] },
      snapshotOf: version,
    }),
  );
  if (applied.outcome !== 'applied') throw new Error('The subscription changed in the meantime: check it again');
  billing.log.info({ subscriptionId: id, userId, provider, reason, by }, 'An operator ended a former subscription');
  return subscription.findUnique({ where: { id } });
}

const MOST = 1_000;

/** Those of providers that are not set up which are live as far as we know, the one that was heard of longest ago first. */
export function listFormer({ database, adapters }: With<'adapters' | 'database'>): Promise<Subscription[]> {
  const where = { ...LIVE, provider: { notIn: [...adapters.keys()] } };
  return database.prisma.subscription.findMany({ where, orderBy: { currentPeriodEnd: 'asc' }, take: MOST });
}
