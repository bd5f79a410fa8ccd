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
  const { userId, email } = await findUser(billing, who);
  const [checkouts, customers, subscriptions, access] = await Promise.all([
    prisma.checkout.findMany({ where: { userId }, take: MOST_ENTRIES, orderBy: { createdAt: 'desc' } }),
    prisma.customer.findMany({ where: { userId } }),
    prisma.subscription.findMany({ where: { userId }, orderBy: { updatedAt: 'desc' } }),
    currentAccess(billing, userId),
  ]);
  const subscriptionId = { in: subscriptions.map(({ id }) => id) };
  const names = [userId, ...[email, ...customers.map((customer) => customer.email)].filter((name) => name !== null)];
  const [events, unsettled] = await Promise.all([
    prisma.webhookEvent.findMany({
      where: { OR: [{ userId }, { subscriptionId }, { userId: null, ...inVain, OR: names.map(bodyNames) }] },
      ...{ take: MOST_ENTRIES, orderBy: { receivedAt: 'desc' }, omit: { body: true } },
    }),
    prisma.settlement.count({ where: { subscriptionId } }),
  ]);
  if (email === null && checkouts.length + events.length + customers.length + subscriptions.length === 0) return null;
  return {
    ...{ userId, email, unsettled, access, subscriptions: subscriptions.map(toSubscriptionView) },
    timeline: [...checkouts.map(ofCheckout), ...events.map(ofEvent)].sort((a, b) => a.at.localeCompare(b.at)),
  };
}

/** An account, else whom a provider's customer stands for; `email` is the account's. */
async function findUser({ database }: Billing, who: string): Promise<{ userId: string; email: string | null }> {
  const { user, customer } = database.prisma;
  const account = await user.findFirst({ where: { OR: [{ id: who }, { email: who.toLowerCase() }] } });
  if (account) return { userId: account.id, email: account.email };
  const known = await customer.findFirst({ where: { email: { equals: escapeLike(who), mode: 'insensitive' } } });
  return { userId: known?.userId ?? who, email: null };
}

/** Deliveries that could not be told whose they are: the ledger keeps them without a user. */
const inVain = { outcome: { in: ['failed', 'unmatched'] } };

function bodyNames(name: string) {
  return { body: { contains: escapeLike(JSON.stringify(name)), mode: 'insensitive' as const } };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
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
