import { randomUUID } from 'node:crypto';
import type { Applying } from '../../context.ts';
import { liveInSql } from '../../records/subscription.ts';
import { askOwnerCheck } from '../askOwnerCheck.ts';
import { syncCheckouts } from '../syncCheckouts.ts';

/** The adopted subscription as a finished checkout of its own, so that it can supersede the open page. */
const RECORD = `
  INSERT INTO checkout (id, "userId", provider, plan, interval, quantity, "idempotencyKey", "expiresAt", "completedAt",
    "customerId", "subscriptionId")
  SELECT $2, s."userId", s.provider, s.plan, s.interval, coalesce(s.quantity, 1), $2, clock_timestamp(),
    clock_timestamp(), s."customerId", s.id
  FROM subscription s WHERE s."userId" = $1 AND ${liveInSql('s')}
    AND EXISTS (SELECT FROM checkout o WHERE o."userId" = $1 AND o."openKey" = 'subscription ' || $1)
    AND NOT EXISTS (SELECT FROM checkout c WHERE c."userId" = $1 AND c."subscriptionId" IN
      (SELECT l.id FROM subscription l WHERE l."userId" = $1 AND ${liveInSql('l')}))
  ORDER BY s."createdAt" LIMIT 1`;

/**
 * After a link: the page that the owner has open is ended by the owner check. Where the provider can't end it, and it is
 * paid later, that purchase is the second one.
 */
export async function supersedePages(billing: Applying, userId: string): Promise<void> {
  await syncCheckouts(billing, userId);
  await billing.database.pool.query(RECORD, [userId, randomUUID()]);
  await askOwnerCheck(billing.database.pool, userId);
}
