import { dayOf, STAYS_INLINE } from './bodies.ts';
import type { Scope } from './input.ts';

const PAYMENT_WRITES: Record<Scope, string> = {
  subscriptions: 'CROSS JOIN (SELECT NULL::text AS id) pi CROSS JOIN (SELECT NULL::text AS id) pu',
  everything: 'LEFT JOIN payment_insert pi ON pi.id = k.payment_id LEFT JOIN payment_update pu ON pu.id = k.payment_id',
};

/** What became of each event. `race`: a record was no longer the one that the rules were decided on. */
export const outcome = (scope: Scope) => `
  outcome AS MATERIALIZED (
    SELECT k.n, k.provider, event_id, type, native_type, occurred_at, body_at, body_size, warnings, reason, error,
      replay, truth, tied, go, owner, customer_id, customer_foreign, customer_deleted, subject_id, (k.s).id IS NULL AS subject_absent, kind,
      payment_id, ci.id IS NOT NULL AS customer_new, coalesce(sw.is_new, false) AS subscription_new, wrote,
      CASE WHEN k.preset IS NOT NULL THEN k.preset WHEN NOT k.go THEN 'duplicate'
        WHEN (k.state_due OR k.failure_due OR k.recovery_due) AND sw.id IS NULL OR k.payment_due AND pu.id IS NULL
          OR k.customer_due AND cu.id IS NULL OR k.owner IS NOT NULL AND (k.subscription_absent AND sw.id IS NULL
            OR k.payment_absent AND pi.id IS NULL OR k.customer_absent AND k.customer_explicit AND ci.id IS NULL)
          THEN 'race'
        WHEN wrote OR k.wrote_before THEN 'applied'
        WHEN k.owner IS NULL AND (k.customer_absent OR k.subscription_absent OR k.payment_absent) THEN 'unmatched'
        ELSE 'stale' END AS outcome
    FROM known k
      LEFT JOIN customer_insert ci ON ci.id = k.customer_id
      LEFT JOIN customer_update cu ON cu.id = k.customer_id
      LEFT JOIN subscription_write sw ON sw.id = k.subject_id
      ${PAYMENT_WRITES[scope]}
      CROSS JOIN LATERAL (SELECT coalesce(sw.id, pu.id, pi.id, ci.id, cu.id) IS NOT NULL AS wrote) AS done
  )`;

const REASON = `coalesce(reason, CASE
  WHEN customer_foreign AND (outcome = 'applied' OR outcome = 'stale' AND coalesce(subject_id, payment_id) IS NULL)
    THEN 'its customer belongs to another user or to nobody: left unlinked'
  WHEN outcome = 'stale' AND truth THEN 'the record changed meanwhile'
  WHEN outcome = 'stale' AND tied THEN 'same instant as the last applied event: the provider decides'
  WHEN outcome = 'stale' THEN 'not newer than what was applied'
  WHEN outcome = 'unmatched' THEN 'names no known user' END)`;

/** The first verdict stays, unless it was open (failed, unmatched) or the event has been applied now. */
const DECIDES = `(l.outcome IN ('failed', 'unmatched') OR excluded.outcome = 'applied' AND l.outcome <> 'applied')`;
const decided = (column: string) => `${column} = CASE WHEN ${DECIDES} THEN excluded.${column} ELSE l.${column} END`;
const learned = (column: string) => `${column} = coalesce(l.${column}, excluded.${column})`;

const BODY = `convert_from(substring($2::bytea FROM body_at FOR body_size), 'UTF8')`;

export const LEDGER = `
  ledger AS (
    INSERT INTO webhook_event AS l (provider, "eventId", type, "nativeType", "occurredAt", outcome, reason, error,
      warnings, body, "userId", "customerId", "subscriptionId", "paymentId", deliveries, "waitingFor")
    SELECT provider, event_id, type, native_type, occurred_at, outcome, ${REASON}, error,
      coalesce(warnings, '{}'),
      CASE WHEN ${STAYS_INLINE} THEN ${BODY} END, owner, customer_id, subject_id, payment_id,
      (NOT replay)::int, CASE WHEN outcome = 'unmatched' AND NOT truth THEN coalesce(customer_id, subject_id, payment_id) END
    FROM outcome WHERE outcome <> 'race' ORDER BY provider, event_id
    ON CONFLICT (provider, "eventId") DO UPDATE SET
      deliveries = l.deliveries + excluded.deliveries, "lastReceivedAt" = clock_timestamp(),
      ${['outcome', 'reason', 'error', 'warnings', '"waitingFor"'].map(decided).join(', ')},
      ${['"userId"', '"customerId"', '"subscriptionId"', '"paymentId"'].map(learned).join(', ')}
    RETURNING l.id, l.provider, l."eventId" AS event_id, l.xmax = 0 AND l.body IS NULL AS stands_apart
  )`;

/** `xmax` is 0 in a row that was inserted and not updated: of a duplicate the first body stays, wherever it is. */
export const BODIES = `
  bodies AS (
    INSERT INTO webhook_event_body (day, id, body)
    SELECT ${dayOf('now()')}, ledger.id, ${BODY} FROM ledger JOIN outcome USING (provider, event_id) WHERE stands_apart
  )`;

/**
 * Records at which another look must follow this commit: what was absent from this snapshot may have been
 * committed meanwhile by someone who missed ours.
 */
export const LOOK_AGAIN = `array_remove(CASE outcome
  WHEN 'unmatched' THEN ARRAY[customer_id, subject_id, payment_id]
  ELSE ARRAY[
    CASE WHEN customer_new OR wrote AND customer_deleted THEN customer_id END,
    CASE WHEN subscription_new OR wrote AND kind = 'payment_failed' AND subject_absent THEN subject_id END]
  END, NULL)`;
