import type { With } from '../context.ts';
import { type AccessReason, isGranted } from './access.ts';
import { periodMoney } from './timeline/money.ts';
import { readRecords } from './timeline/readRecords.ts';
import { spanAt } from './timeline/span.ts';
import { subscriptionSpans } from './timeline/subscriptionSpans.ts';

/** What one subscription gives by itself, whatever else its owner has; times in ISO 8601. */
export interface OwnUse {
  usable: boolean;
  reason: AccessReason;
  /** null: it is not usable, or has no end. */
  until: string | null;
  /** When the first payment of the period that is still owed failed; null: none did. */
  failedAt: string | null;
}

/** Nothing is known of it. */
const UNKNOWN: OwnUse = { usable: false, reason: 'not_live', until: null, failedAt: null };

/** For each of an owner's subscriptions, by id. */
export async function readOwnUse(
  { database, plans, now }: With<'database' | 'plans' | 'now'>,
  userId: string,
): Promise<(id: string) => OwnUse> {
  const at = now();
  const { subscriptions } = await readRecords(database.pool, userId);
  const uses = new Map(
    subscriptions.map((record) => {
      const access = spanAt(subscriptionSpans(plans, record), at);
      const failedAt = periodMoney(record).failedAt?.toISOString() ?? null;
      const until = access.until?.toISOString() ?? null;
      return [record.id, { usable: isGranted(access), reason: access.reason, until, failedAt }] as const;
    }),
  );
  return (id) => uses.get(id) ?? UNKNOWN;
}
