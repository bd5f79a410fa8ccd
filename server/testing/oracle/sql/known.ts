import { type Scope, said, TRUTH_MARGIN } from './input.ts';

/** Whom a checkout's reference names: anybody may write one into a payment link, so it counts for checkouts of ours alone. */
const REFERENCED: Record<Scope, string> = {
  subscriptions: 'NULL',
  everything: `CASE WHEN i.reference_user_id IS NOT NULL THEN (SELECT o."userId" FROM checkout o
    WHERE o.provider = i.provider AND o."sessionId" = i.checkout_session AND o."userId" = i.reference_user_id LIMIT 1) END`,
};

const PAYMENT: Record<Scope, string> = {
  subscriptions: 'CROSS JOIN (SELECT NULL::payment AS p) AS none',
  everything: 'LEFT JOIN payment p ON p.id = i.payment_id',
};

/**
 * Each event beside the records it names, all of one snapshot: `c` customer, `s` subscription, `p` payment, as rows.
 * No event moves a record to another user: its owner stays, whomever the event names.
 */
const beside = (scope: Scope) => `
  beside AS (
    SELECT i.*, l.outcome AS earlier, c, s, p, failure.failed_at,
      coalesce(s."userId", CASE WHEN i.customer_explicit THEN c."userId" END, i.user_id, c."userId", (p)."userId",
        ${REFERENCED[scope]}) AS owner
    FROM input i
      LEFT JOIN webhook_event l ON l.provider = i.provider AND l."eventId" = i.event_id
      LEFT JOIN subscription s ON s.id = i.subject_id
      LEFT JOIN customer c ON c.id = coalesce(i.customer_id, s."customerId")
      ${PAYMENT[scope]}
      LEFT JOIN LATERAL (
        SELECT max(f."lastEventAt") AS failed_at FROM payment f
        WHERE (s.id IS NULL AND i.kind IN ('state', 'initial') OR i.payment_status = 'succeeded' AND (p).status = 'failed')
          AND f."subscriptionId" = i.subject_id AND f.status = 'failed' AND f.id IS DISTINCT FROM i.payment_id
      ) failure ON true
  )`;

/**
 * The customer is not the owner's, so nothing is linked to it: it is another user's, the company's record of it names
 * another one, or names nobody while the owner has a customer. The last is a buyer whom the company found by the
 * address that was typed.
 */
const CUSTOMER_FOREIGN = `CASE WHEN (b.c).id IS NOT NULL THEN (b.c)."userId" <> b.owner
  WHEN b.customer_names = 'nobody' THEN EXISTS (SELECT FROM customer o
    WHERE o."userId" = b.owner AND (o.provider = b.provider) IS TRUE AND o."deletedAt" IS NULL)
  ELSE b.customer_names = 'another user' END`;

/** The order rule: newer than the record's mark, or one of the two has no time. */
const newer = (record: string, rank: string) => `(b.occurred_at IS NULL OR (b.${record})."lastEventAt" IS NULL
  OR (b.occurred_at, b.${rank}) > ((b.${record})."lastEventAt", (b.${record})."lastEventRank"))`;

const FRESH = `(b.earlier IS NULL OR b.earlier IN ('failed', 'unmatched'))`;

/** Without a time nothing guards against going back, so such an event is never applied twice. */
const GO = `b.preset IS NULL AND (${FRESH} OR b.replay AND (b.occurred_at IS NOT NULL OR b.earlier NOT IN ('applied', 'stale')))`;

/** Customers have no truth to ask for: of two equal ones the later delivery wins. */
const CUSTOMER_APPLIES = `b.customer_explicit AND (${newer('c', 'rank')}
    OR ${FRESH} AND (b.occurred_at, b.rank) = ((b.c)."lastEventAt", (b.c)."lastEventRank"))`;
const CUSTOMER_DUE = `(b.c).id IS NOT NULL AND ((b.c).email = '' AND b.email IS NOT NULL OR ${CUSTOMER_APPLIES})`;

const STATE_DUE = `(b.s).id IS NOT NULL AND b.kind = 'state'
  AND CASE WHEN b.truth THEN (b.s).version = b.expected_version ELSE ${newer('s', 'rank')} END`;

/** A failure counts unless a newer one is known or the same invoice has been paid since. */
const FAILURE_DUE = `(b.s).id IS NOT NULL AND b.kind = 'payment_failed'
  AND (b.occurred_at IS NULL OR (b.s)."paymentFailedAt" IS NULL OR b.occurred_at > (b.s)."paymentFailedAt")
  AND NOT coalesce((b.p).status = 'succeeded' AND (b.p)."lastEventAt" > b.occurred_at, false)`;

/** The invoice whose failure made us call an active subscription past due is paid; the provider never called it so. */
const RECOVERY_DUE = `b.kind IS DISTINCT FROM 'state' AND b.payment_status = 'succeeded' AND (b.p).status = 'failed'
  AND ${newer('p', 'payment_rank')} AND (b.s).status = 'past_due'
  AND (b.s)."paymentFailedAt" = (b.p)."lastEventAt" AND coalesce((b.s)."nativeStatus", 'active') IN ('active', 'scheduled_cancel')`;

/**
 * A reading of the truth has its mark `TRUTH_MARGIN` before the provider's answer (a call ends within 8 seconds, and
 * the answer's clock has whole ones): what happened from there to the answer may be in it or not.
 */
const SAME_INSTANT = `(b.occurred_at = (b.s)."lastEventAt" OR (b.s)."lastEventRank" = 9
  AND b.occurred_at >= (b.s)."lastEventAt" AND b.occurred_at < (b.s)."lastEventAt" + ${TRUTH_MARGIN} + interval '2 seconds')`;

const SAYS_ANOTHER_STATE = `(coalesce(b.status, (b.s).status), coalesce(b.plan, (b.s).plan), coalesce(b.price_id, (b.s)."priceId"),
    coalesce(b.interval, (b.s).interval), coalesce(b.quantity, (b.s).quantity), coalesce(b.amount, (b.s).amount),
    coalesce(b.currency, (b.s).currency), coalesce(b.period_start, (b.s)."currentPeriodStart"),
    coalesce(b.period_end, (b.s)."currentPeriodEnd"), coalesce(b.cancel_at_period_end, (b.s)."cancelAtPeriodEnd"),
    ${said('b.canceled_at', '(b.s)."canceledAt"')}, ${said('b.trial_start', '(b.s)."trialStart"')}, ${said('b.trial_end', '(b.s)."trialEnd"')})
  IS DISTINCT FROM ((b.s).status, (b.s).plan, (b.s)."priceId", (b.s).interval, (b.s).quantity, (b.s).amount, (b.s).currency,
    (b.s)."currentPeriodStart", (b.s)."currentPeriodEnd", (b.s)."cancelAtPeriodEnd", (b.s)."canceledAt",
    (b.s)."trialStart", (b.s)."trialEnd")`;

/** One instant, one rank, another state: only the provider knows which came last. */
const TIED = `NOT b.truth AND (b.s)."lastEventId" IS DISTINCT FROM b.event_id AND (
  b.kind = 'state' AND ${SAME_INSTANT} AND (b.s)."lastEventRank" IN (b.rank, 9) AND ${SAYS_ANOTHER_STATE}
  OR b.kind = 'state' AND b.status = 'active' AND b.occurred_at = coalesce((b.s)."paymentFailedAt", b.failed_at)
  OR b.kind = 'payment_failed' AND (b.s).status = 'active' AND ${SAME_INSTANT})`;

/** A deleted customer has no live subscription, while older events that come late still tell of plan and period. */
const ENDED_BY_CUSTOMER = `NOT b.truth AND coalesce(b.status, '') NOT IN ('canceled', 'deleted')
  AND (b.c)."deletedAt" >= coalesce(b.occurred_at, '-infinity')`;

/** The status that the subscription gets if the event is applied. */
const NEXT_STATUS = `CASE
  WHEN b.kind = 'payment_failed' THEN CASE WHEN (b.s).status = 'active' AND (b.occurred_at IS NULL
    OR (b.s)."lastEventAt" IS NULL OR b.occurred_at >= (b.s)."lastEventAt") THEN 'past_due' ELSE (b.s).status END
  WHEN ${RECOVERY_DUE} THEN CASE WHEN b.failed_at >= (b.s)."lastEventAt" THEN 'past_due' ELSE 'active' END
  WHEN ${ENDED_BY_CUSTOMER} THEN 'canceled'
  WHEN b.truth AND (b.s).status = 'deleted' AND b.status = 'canceled' THEN 'deleted'
  WHEN NOT b.truth AND b.status = 'active' AND coalesce((b.s)."paymentFailedAt", b.failed_at) >= b.occurred_at THEN 'past_due'
  ELSE coalesce(b.status, (b.s).status, 'incomplete') END`;

/** Every rule, decided on one snapshot; the writes hold only if the record is still the one that was looked at. */
export const known = (scope: Scope) => `${beside(scope)},
  known AS MATERIALIZED (
    SELECT b.*, ${GO} AS go,
      b.customer_id IS NOT NULL AND (b.c).id IS NULL AS customer_absent, coalesce(${CUSTOMER_FOREIGN}, false) AS customer_foreign, coalesce(${CUSTOMER_DUE}, false) AS customer_due,
      coalesce((b.c).id IS NOT NULL AND ${CUSTOMER_APPLIES}, false) AS customer_applies,
      b.kind IN ('state', 'initial') AND (b.s).id IS NULL AS subscription_absent,
      coalesce(${STATE_DUE}, false) AS state_due, coalesce(${FAILURE_DUE}, false) AS failure_due,
      coalesce(${RECOVERY_DUE}, false) AS recovery_due, ${NEXT_STATUS} AS next_status,
      b.payment_id IS NOT NULL AND (b.p).id IS NULL AS payment_absent,
      (b.p).id IS NOT NULL AND ${newer('p', 'payment_rank')} AS payment_due,
      coalesce(${TIED}, false) AS tied
    FROM beside b
  )`;
