import type { Checkout, WebhookEvent } from '../database/generated/client.ts';
import type { Billing } from './context.ts';
import { type AccessView, currentAccess } from './currentAccess.ts';
import { type SubscriptionView, toSubscriptionView } from './currentSubscription.ts';
import { TRUTH_TYPE } from './settle.ts';

const MOST_ENTRIES = 500;

export interface TimelineEntry {
  /** ISO 8601: when it came to us. */
  at: string;
  kind: 'checkout' | 'delivery' | 'truth';
  /** The ledger's row, for deliveries and readings of the truth. */
  ledgerId: string | null;
  what: string;
  outcome: string;
  /** ISO 8601: when it happened at the provider. */
  occurredAt: string | null;
  reason: string | null;
}

export interface Explanation {
  userId: string;
  email: string | null;
  /** Oldest first. */
  timeline: TimelineEntry[];
  subscriptions: SubscriptionView[];
  /** Ties that still wait for the provider's truth. */
  unsettled: number;
  access: AccessView;
}

/** Why a user has, or lacks, what the plan gives. `who` is a user id or an e-mail address; null: nothing is known of it. */
export async function explain(billing: Billing, who: string): Promise<Explanation | null> {
  const { prisma } = billing.database;
  const account = await prisma.user.findFirst({ where: { OR: [{ id: who }, { email: who.toLowerCase() }] } });
  const userId = account?.id ?? (await prisma.customer.findFirst({ where: { email: who } }))?.userId ?? who;
  const newest = { where: { userId }, take: MOST_ENTRIES };
  const [checkouts, events, subscriptions, access] = await Promise.all([
    prisma.checkout.findMany({ ...newest, orderBy: { createdAt: 'desc' } }),
    prisma.webhookEvent.findMany({ ...newest, orderBy: { receivedAt: 'desc' }, omit: { body: true } }),
    prisma.subscription.findMany({ where: { userId }, orderBy: { updatedAt: 'desc' } }),
    currentAccess(billing, userId),
  ]);
  if (!account && checkouts.length + events.length + subscriptions.length === 0) return null;
  const timeline = [...checkouts.map(ofCheckout), ...events.map(ofEvent)].sort((a, b) => a.at.localeCompare(b.at));
  const unsettled = await prisma.settlement.count({
    where: { subscriptionId: { in: subscriptions.map(({ id }) => id) } },
  });
  return {
    ...{ userId, email: account?.email ?? null, timeline, unsettled, access },
    subscriptions: subscriptions.map(toSubscriptionView),
  };
}

function ofCheckout(checkout: Checkout): TimelineEntry {
  const { createdAt, completedAt, provider, plan, interval, openKey } = checkout;
  return {
    at: createdAt.toISOString(),
    kind: 'checkout',
    ledgerId: null,
    what: `checkout of ${plan} (${interval}) at ${provider}`,
    outcome: completedAt ? 'completed' : openKey ? 'open' : 'ended',
    occurredAt: completedAt?.toISOString() ?? null,
    reason: null,
  };
}

function ofEvent(event: Omit<WebhookEvent, 'body'>): TimelineEntry {
  const { id, receivedAt, nativeType, type, deliveries, outcome, occurredAt, reason, error, warnings } = event;
  const kind = nativeType === TRUTH_TYPE ? 'truth' : 'delivery';
  const times = deliveries > 1 ? `, ${deliveries} times` : '';
  return {
    at: receivedAt.toISOString(),
    kind,
    ledgerId: id.toString(),
    what:
      kind === 'truth'
        ? `read the truth of ${event.provider}`
        : `${nativeType ?? type ?? 'unknown'} from ${event.provider}${times}`,
    outcome,
    occurredAt: occurredAt?.toISOString() ?? null,
    reason: [reason, error, ...warnings].filter(Boolean).join('; ') || null,
  };
}
