import { mayBeTried } from '../../jobs/retry.ts';
import { inList, jsonOf } from '../../records/columns.ts';
import { failsInSql } from '../../records/payment.ts';
import { endedStatuses, subscriptionColumns } from '../../records/subscription.ts';
import { compact } from './jsonRows.ts';

/** The job that sweeps waiting events. */
export const UNMATCHED = 'unmatched';

const MAY_BE_TRIED = mayBeTried(UNMATCHED, 'e.id::text');

/** Further waiting events are left to the sweep. */
export const MOST_AT_ONCE = 100;

/** The records that an unmatched event `e` may wait for are now known. */
const KNOWN_NOW = `(EXISTS (SELECT FROM customer c WHERE c.id = e."customerId")
  OR EXISTS (SELECT FROM subscription s WHERE s.id = e."subscriptionId")
  OR EXISTS (SELECT FROM payment p WHERE p.id = e."paymentId" OR p."referenceId" = e."paymentId"))`;

/** Links a customer of $1 to its user's subscriptions without one; the subscriptions of $2 look for any customer. */
const LINKABLE = '(n.id = ANY($1) OR s.id = ANY($2))';

/** A failure from before its end changes nothing about a subscription that has ended. */
const MATTERS = `(s.status NOT IN ${inList(endedStatuses)} OR p."lastEventAt" > coalesce(s."lastEventAt", '-infinity'))`;

/**
 * Subscriptions that may lack their customer, its deletion or a failed payment, or whose customer belongs to another
 * user.
 */
const MISSED = `
  SELECT json_build_array(clock_timestamp(), ${jsonOf(subscriptionColumns, 's')}, c."deletedAt", failure.at,
    c."userId" <> s."userId", theirs.id) AS row
  FROM (SELECT id FROM subscription WHERE id = ANY($1)
      UNION SELECT id FROM subscription WHERE "customerId" = ANY($1)
      UNION SELECT s.id FROM customer c JOIN subscription s ON s."userId" = c."userId" AND s.provider = c.provider
        AND s."customerId" IS NULL WHERE c.id = ANY($1) AND c."deletedAt" IS NULL) AS named
    JOIN subscription s USING (id) LEFT JOIN customer c ON c.id = s."customerId"
    CROSS JOIN LATERAL (SELECT max(p."lastEventAt") AS at FROM payment p
      WHERE p."subscriptionId" = s.id AND p.status = 'failed' AND ${failsInSql('p', 's."priceId"')}
        AND p."lastEventAt" > coalesce(s."paymentFailedAt", '-infinity') AND ${MATTERS}) AS failure
    LEFT JOIN LATERAL (SELECT n.id FROM customer n WHERE s."customerId" IS NULL AND ${LINKABLE} AND n."userId" = s."userId"
      AND (n.provider = s.provider) IS TRUE AND n."deletedAt" IS NULL ORDER BY n."updatedAt" DESC LIMIT 1) AS theirs ON true
  WHERE c."deletedAt" IS NOT NULL OR c."userId" <> s."userId" OR failure.at IS NOT NULL OR theirs.id IS NOT NULL`;

const DUE = `
  SELECT e.id::text, ARRAY[e."waitingFor", e."subscriptionId"] AS records FROM webhook_event e
  WHERE (e."waitingFor" = ANY($1) OR e."subscriptionId" = ANY($1)) AND e."waitingFor" IS NOT NULL
    AND e.outcome = 'unmatched' AND ${MAY_BE_TRIED} AND e."nativeType" IS DISTINCT FROM 'provider.snapshot' AND e.body IS NOT NULL AND ${KNOWN_NOW}
  ORDER BY e."occurredAt" NULLS FIRST, e.id LIMIT ${MOST_AT_ONCE}`;

/**
 * For the records $1 and the subscriptions $2 that lack a customer: what they may have missed, and the unmatched events
 * that wait.
 */
export const PENDING_LINKS = compact(`
  SELECT (SELECT coalesce(json_agg(row), '[]') FROM (${MISSED}) AS missed) AS missed,
    (SELECT coalesce(json_agg(waiting), '[]') FROM (${DUE}) AS waiting) AS due`);

/** Of $3 waiting events after ($1, $2): those whose records are known, and where the next slice begins. */
export const SWEEP = `
  WITH slice AS MATERIALIZED (
    SELECT e.id, e."waitingFor", e.outcome = 'unmatched' AND ${MAY_BE_TRIED} AND ${KNOWN_NOW} AS due FROM webhook_event e
    WHERE e."waitingFor" IS NOT NULL AND (e."waitingFor", e.id) > ($1, $2::bigint) ORDER BY e."waitingFor", e.id LIMIT $3
  )
  SELECT ARRAY(SELECT DISTINCT "waitingFor" FROM slice WHERE due) AS records, (SELECT count(*)::int FROM slice) AS looked,
    "waitingFor" AS record, id::text FROM slice ORDER BY "waitingFor" DESC, id DESC LIMIT 1`;
