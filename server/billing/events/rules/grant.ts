import { UNKNOWN_PLAN } from '../../../plans/planFile.ts';
import type { Instant } from '../../records/instant.ts';
import type { Subscription } from '../../records/subscription.ts';
import type { SubscriptionFacts } from '../event.ts';
import type { Case } from './known.ts';

type Grant = Pick<Subscription, 'grantedPlan' | 'grantedAt' | 'unknownSince'>;

const NOTHING: Grant = { grantedPlan: null, grantedAt: null, unknownSince: null };

/** The earlier plan that a record remembers when the plan of its price becomes unknown. */
export function nextGrant(record: Subscription | null, plan: string, now: Instant): Grant {
  if (plan !== UNKNOWN_PLAN) return NOTHING;
  if (!record) return { ...NOTHING, unknownSince: now };
  const { grantedPlan, grantedAt, unknownSince } = record;
  if (record.plan === UNKNOWN_PLAN) return { grantedPlan, grantedAt, unknownSince: unknownSince ?? now };
  // A plan that no price gave came from metadata alone.
  if (record.priceId === null) return { ...NOTHING, unknownSince: now };
  return { grantedPlan: record.plan, grantedAt: record.lastEventAt, unknownSince: now };
}

/** A late event may be the one that gave the plan, so the order of deliveries does not matter. */
export function withEarlierGrant({ event }: Case, record: Subscription, facts: SubscriptionFacts): Subscription | null {
  const { plan, priceId } = facts;
  if (record.plan !== UNKNOWN_PLAN || plan === undefined || plan === UNKNOWN_PLAN || priceId === undefined) return null;
  if (event.occurredAt === null || event.snapshotOf !== null) return null;
  if (record.grantedAt !== null && record.grantedAt >= event.occurredAt) return null;
  return { ...record, grantedPlan: plan, grantedAt: event.occurredAt, version: record.version + 1 };
}
