import { mayBeTried } from '../../../billing/jobs/retry.ts';

/** The records that an unmatched event `e` may wait for are known by now. */
const KNOWN_NOW = `(EXISTS (SELECT FROM customer c WHERE c.id = e."customerId")
  OR EXISTS (SELECT FROM subscription s WHERE s.id = e."subscriptionId")
  OR EXISTS (SELECT FROM payment p WHERE p.id = e."paymentId"))`;

/** The job that sweeps what waits. */
export const UNMATCHED = 'unmatched';

const MAY_BE_TRIED = mayBeTried(UNMATCHED, 'e.id::text');

/** Further waiting events are left for the sweep. */
export const MOST_AT_ONCE = 100;

/**
 * For the records $1 (ids of customers and subscriptions): first what a subscription missed while it was being
 * inserted (its customer's end, a failed payment, a customer to link, a customer that became another user's), then the
 * unmatched events that wait for them.
 */
export const LOOK_AGAIN = `
  WITH visited AS (
    SELECT id FROM subscription WHERE id = ANY($1)
    UNION SELECT id FROM subscription WHERE "customerId" = ANY($1)
    UNION SELECT s.id FROM customer c JOIN subscription s ON s."userId" = c."userId" AND s.provider = c.provider
      AND s."customerId" IS NULL WHERE c.id = ANY($1) AND c."deletedAt" IS NULL
  ),
  looked AS (
    SELECT s.id, f.failed_at, s.version, nullif(c."userId" <> s."userId", false) AS foreign_link,
      CASE WHEN c."deletedAt" >= coalesce(s."lastEventAt", '-infinity') AND s.status NOT IN ('canceled', 'deleted')
        THEN c."deletedAt" END AS ended_at,
      CASE WHEN s."customerId" IS NULL THEN (SELECT n.id FROM customer n WHERE n.id = ANY($1) AND n."userId" = s."userId"
        AND n.provider = s.provider AND n."deletedAt" IS NULL ORDER BY n."updatedAt" DESC LIMIT 1) END AS link
    FROM visited JOIN subscription s USING (id) LEFT JOIN customer c ON c.id = s."customerId"
      CROSS JOIN LATERAL (SELECT max(p."lastEventAt") AS failed_at FROM payment p
        WHERE p."subscriptionId" = s.id AND p.status = 'failed'
          AND p."lastEventAt" > coalesce(s."paymentFailedAt", '-infinity')) AS f
  ),
  found AS MATERIALIZED (SELECT *, num_nonnulls(ended_at, failed_at, link, foreign_link) > 0 AS missed_something FROM looked),
  mended AS (
    UPDATE subscription s SET "customerId" = CASE WHEN foreign_link THEN NULL ELSE coalesce(s."customerId", found.link) END,
      status = CASE WHEN ended_at IS NOT NULL THEN 'canceled'
        WHEN s.status = 'active' AND failed_at >= coalesce(s."lastEventAt", '-infinity') THEN 'past_due' ELSE s.status END,
      "canceledAt" = CASE WHEN ended_at IS NOT NULL THEN coalesce(s."canceledAt", ended_at) ELSE s."canceledAt" END,
      "paymentFailedAt" = greatest(s."paymentFailedAt", failed_at),
      version = s.version + 1, "updatedAt" = clock_timestamp()
    FROM found WHERE s.id = found.id AND s.version = found.version AND missed_something
    RETURNING s.id, s.provider, s."providerSubscriptionId", failed_at = s."lastEventAt" AS tied
  ),
  settle AS (
    INSERT INTO settlement AS t ("subscriptionId", provider, "providerSubscriptionId", reason)
    SELECT id, provider, "providerSubscriptionId", 'tie' FROM mended WHERE tied
    ON CONFLICT ("subscriptionId") DO UPDATE SET "queuedAt" = clock_timestamp(),
      "dueAt" = least(t."dueAt", clock_timestamp()), attempts = 0
  )
  SELECT (SELECT count(*) FROM found WHERE missed_something) > (SELECT count(*) FROM mended) AS raced,
    (SELECT coalesce(json_agg(waiting), '[]') FROM (SELECT e.id::text, ARRAY[e."waitingFor", e."subscriptionId"] AS records
  FROM webhook_event e
  WHERE (e."waitingFor" = ANY($1) OR e."subscriptionId" = ANY($1)) AND e."waitingFor" IS NOT NULL
    AND e.outcome = 'unmatched' AND ${MAY_BE_TRIED} AND e."nativeType" IS DISTINCT FROM 'provider.truth' AND e.body IS NOT NULL AND ${KNOWN_NOW}
  ORDER BY e."occurredAt" NULLS FIRST, e.id LIMIT ${MOST_AT_ONCE}) AS waiting) AS due`;

/** Of $3 waiting events after ($1, $2): those whose records are known, and where the next look begins. */
export const SWEEP = `
  WITH slice AS MATERIALIZED (
    SELECT e.id, e."waitingFor", e.outcome = 'unmatched' AND ${MAY_BE_TRIED} AND ${KNOWN_NOW} AS due FROM webhook_event e
    WHERE e."waitingFor" IS NOT NULL AND (e."waitingFor", e.id) > ($1, $2::bigint) ORDER BY e."waitingFor", e.id LIMIT $3
  )
  SELECT ARRAY(SELECT DISTINCT "waitingFor" FROM slice WHERE due) AS records, (SELECT count(*)::int FROM slice) AS looked,
    "waitingFor" AS record, slice.id::text FROM slice ORDER BY slice."waitingFor" DESC, slice.id DESC LIMIT 1`;
