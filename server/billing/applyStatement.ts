const INPUT = `
  input AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS i (
      n int, provider text, event_id text, type text, native_type text, occurred_at timestamptz, body text,
      warnings json, preset text, reason text, error text, replay bool, truth bool, expected_version int, rank int,
      raced bool, user_id text, customer_id text, customer_key text, customer_explicit bool, customer_deleted bool,
      email text, metadata jsonb, checkout_session text,
      subscription_id text, subscription_key text, kind text, status text, native_status text, price_id text,
      plan text, "interval" text, quantity int, amount text, currency text, period_start timestamptz,
      period_end timestamptz, cancel_at_period_end bool, canceled_at text, trial_start text, trial_end text,
      payment_id text, payment_key text, payment_subscription_id text, payment_type text, payment_status text,
      payment_rank int, payment_amount text, payment_currency text, description text, receipt_url text)
  )`;

/** `i` is newer than the mark of `r`, or one of them has no time. The order rule, in one place. */
const newer = (i: string, r: string, rank = 'rank') => `(${i}.occurred_at IS NULL OR ${r}."lastEventAt" IS NULL
  OR (${i}.occurred_at, ${i}.${rank}) > (${r}."lastEventAt", ${r}."lastEventRank"))`;

const customerDue = (i: string) => `(c.email = '' AND ${i}.email IS NOT NULL OR ${i}.customer_explicit
  AND (${newer(i, 'c')} OR (${i}.occurred_at, ${i}.rank) = (c."lastEventAt", c."lastEventRank")))`;
const stateDue = (i: string) => `(${i}.kind = 'state' AND CASE WHEN ${i}.truth THEN s.version = ${i}.expected_version
  ELSE ${newer(i, 's')} END)`;
const failureDue = (i: string) => `(${i}.kind = 'payment_failed' AND (${i}.occurred_at IS NULL
  OR s."paymentFailedAt" IS NULL OR ${i}.occurred_at > s."paymentFailedAt"))`;

/** One instant, one rank, another state: only the provider knows which came last. */
const TIED = `NOT i.truth AND s."lastEventId" IS DISTINCT FROM i.event_id AND (
  i.kind = 'state' AND i.occurred_at = s."lastEventAt" AND s."lastEventRank" IN (i.rank, 9)
    AND (coalesce(i.status, s.status), coalesce(i.plan, s.plan), coalesce(i.interval, s.interval),
        coalesce(i.amount, s.amount), coalesce(i.currency, s.currency),
        coalesce(i.period_start, s."currentPeriodStart"), coalesce(i.period_end, s."currentPeriodEnd"),
        coalesce(i.cancel_at_period_end, s."cancelAtPeriodEnd"))
      IS DISTINCT FROM (s.status, s.plan, s.interval, s.amount, s.currency,
        s."currentPeriodStart", s."currentPeriodEnd", s."cancelAtPeriodEnd")
  OR i.kind = 'state' AND i.status = 'active' AND i.occurred_at = s."paymentFailedAt"
  OR i.kind = 'payment_failed' AND s.status = 'active' AND i.occurred_at = s."lastEventAt")`;

const KNOWN = `
  known AS MATERIALIZED (
    SELECT i.*, s.id IS NOT NULL AS has_subscription, c."deletedAt" AS customer_deleted_at,
      i.preset IS NULL AND (l.id IS NULL OR l.outcome IN ('failed', 'unmatched') OR i.replay) AS go,
      coalesce(i.user_id, c."userId", s."userId", p."userId", ps."userId") AS owner,
      i.customer_id IS NOT NULL AND c.id IS NULL AS customer_absent, c.id IS NOT NULL AND ${customerDue('i')} AS customer_due,
      i.kind IN ('state', 'birth') AND s.id IS NULL AS subscription_absent,
      s.id IS NOT NULL AND ${stateDue('i')} AS state_due, s.id IS NOT NULL AND ${failureDue('i')} AS failure_due,
      i.payment_id IS NOT NULL AND p.id IS NULL AS payment_absent,
      p.id IS NOT NULL AND ${newer('i', 'p', 'payment_rank')} AS payment_due,
      coalesce(${TIED}, false) AS tied
    FROM input i
      LEFT JOIN webhook_event l ON l.provider = i.provider AND l."eventId" = i.event_id
      LEFT JOIN customer c ON c.id = i.customer_id
      LEFT JOIN subscription s ON s.id = i.subscription_id
      LEFT JOIN payment p ON p.id = i.payment_id
      LEFT JOIN subscription ps ON ps.id = i.payment_subscription_id
  )`;

const CUSTOMERS = `
  customer_insert AS (
    INSERT INTO customer (id, "userId", provider, "providerCustomerId", email, metadata, "deletedAt",
      "lastEventAt", "lastEventRank", "createdAt", "updatedAt")
    SELECT customer_id, owner, provider, customer_key,
      coalesce(email, (SELECT u.email FROM "user" u WHERE u.id = owner), ''), metadata,
      CASE WHEN customer_deleted THEN coalesce(occurred_at, clock_timestamp()) END,
      CASE WHEN customer_explicit THEN occurred_at END, CASE WHEN customer_explicit THEN rank ELSE 0 END,
      clock_timestamp(), clock_timestamp()
    FROM known WHERE go AND customer_absent AND owner IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING id
  ),
  customer_update AS (
    UPDATE customer c SET
      email = CASE WHEN k.customer_explicit OR c.email = '' THEN coalesce(k.email, c.email) ELSE c.email END,
      metadata = CASE WHEN k.customer_explicit THEN coalesce(k.metadata, c.metadata) ELSE c.metadata END,
      "deletedAt" = CASE WHEN k.customer_deleted THEN coalesce(c."deletedAt", k.occurred_at, clock_timestamp())
        ELSE c."deletedAt" END,
      "lastEventAt" = CASE WHEN k.customer_explicit THEN coalesce(k.occurred_at, c."lastEventAt") ELSE c."lastEventAt" END,
      "lastEventRank" = CASE WHEN k.customer_explicit THEN k.rank ELSE c."lastEventRank" END,
      "updatedAt" = clock_timestamp()
    FROM known k WHERE k.go AND k.customer_due AND c.id = k.customer_id AND ${customerDue('k')}
    RETURNING c.id
  ),
  customer_end AS (
    UPDATE subscription s SET status = 'canceled',
      "canceledAt" = coalesce(s."canceledAt", k.occurred_at, clock_timestamp()),
      "lastEventAt" = greatest(s."lastEventAt", k.occurred_at), "lastEventRank" = 3, "lastEventId" = k.event_id,
      version = s.version + 1, "updatedAt" = clock_timestamp()
    FROM known k WHERE k.go AND k.customer_deleted AND s."customerId" = k.customer_id
      AND s.status NOT IN ('canceled', 'deleted') AND (k.occurred_at IS NULL OR s."lastEventAt" IS NULL
        OR k.occurred_at >= s."lastEventAt")
    RETURNING s.id
  )`;

const SUBSCRIPTION_INSERT = `
  subscription_insert AS (
    INSERT INTO subscription (id, "userId", "customerId", provider, "providerSubscriptionId", status, "nativeStatus",
      "priceId", plan, "interval", quantity, amount, currency, "currentPeriodStart", "currentPeriodEnd",
      "cancelAtPeriodEnd", "canceledAt", "trialStart", "trialEnd", "paymentFailedAt", "lastEventAt", "lastEventRank",
      "lastEventId", "createdAt", "updatedAt")
    SELECT subscription_id, owner, coalesce(customer_id, (SELECT c.id FROM customer c WHERE c."userId" = owner
        AND c.provider = k.provider AND c."deletedAt" IS NULL ORDER BY c."updatedAt" DESC LIMIT 1)),
      provider, subscription_key,
      CASE WHEN customer_deleted_at >= coalesce(occurred_at, '-infinity') AND status IS DISTINCT FROM 'deleted' THEN 'canceled'
        WHEN status = 'active' AND failed_at > occurred_at THEN 'past_due' ELSE coalesce(status, 'incomplete') END,
      native_status, price_id, coalesce(plan, 'unknown'), coalesce("interval", 'month'), quantity,
      coalesce(amount, '0.00'), coalesce(currency, 'usd'), start_at,
      coalesce(period_end, start_at + CASE "interval" WHEN 'year' THEN interval '1 year' ELSE interval '1 month' END),
      coalesce(cancel_at_period_end, false),
      CASE WHEN status IN ('canceled', 'deleted')
        THEN coalesce(nullif(canceled_at, 'none')::timestamptz, occurred_at, clock_timestamp())
        ELSE nullif(canceled_at, 'none')::timestamptz END,
      nullif(trial_start, 'none')::timestamptz, nullif(trial_end, 'none')::timestamptz, failed_at,
      CASE WHEN kind = 'state' THEN occurred_at END, CASE WHEN kind = 'state' THEN rank ELSE 0 END,
      CASE WHEN kind = 'state' THEN event_id END, clock_timestamp(), clock_timestamp()
    FROM known k
      CROSS JOIN LATERAL (SELECT coalesce(k.period_start, k.occurred_at, clock_timestamp()) AS start_at) AS period
      CROSS JOIN LATERAL (SELECT max(p."lastEventAt") AS failed_at FROM payment p
        WHERE p."subscriptionId" = k.subscription_id AND p.status = 'failed') AS failure
    WHERE go AND subscription_absent AND owner IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING id
  )`;

const SUBSCRIPTION_UPDATES = `
  subscription_update AS (
    UPDATE subscription s SET
      status = CASE WHEN k.truth AND s.status = 'deleted' AND k.status = 'canceled' THEN 'deleted'
        WHEN NOT k.truth AND k.status = 'active' AND s."paymentFailedAt" >= k.occurred_at THEN 'past_due'
        ELSE coalesce(k.status, s.status) END,
      "customerId" = coalesce(s."customerId", k.customer_id), "nativeStatus" = coalesce(k.native_status, s."nativeStatus"),
      "priceId" = coalesce(k.price_id, s."priceId"), plan = coalesce(k.plan, s.plan),
      "interval" = coalesce(k.interval, s.interval), quantity = coalesce(k.quantity, s.quantity),
      amount = coalesce(k.amount, s.amount), currency = coalesce(k.currency, s.currency),
      "currentPeriodStart" = coalesce(k.period_start, s."currentPeriodStart"),
      "currentPeriodEnd" = coalesce(k.period_end, s."currentPeriodEnd"),
      "cancelAtPeriodEnd" = coalesce(k.cancel_at_period_end, s."cancelAtPeriodEnd"),
      "canceledAt" = CASE WHEN coalesce(k.status, s.status) IN ('canceled', 'deleted')
          THEN coalesce(nullif(k.canceled_at, 'none')::timestamptz, s."canceledAt", k.occurred_at, clock_timestamp())
        WHEN k.canceled_at IS NULL THEN s."canceledAt" ELSE nullif(k.canceled_at, 'none')::timestamptz END,
      "trialStart" = CASE WHEN k.trial_start IS NULL THEN s."trialStart" ELSE nullif(k.trial_start, 'none')::timestamptz END,
      "trialEnd" = CASE WHEN k.trial_end IS NULL THEN s."trialEnd" ELSE nullif(k.trial_end, 'none')::timestamptz END,
      "lastEventAt" = greatest(s."lastEventAt", k.occurred_at),
      "lastEventRank" = CASE WHEN k.occurred_at IS NULL THEN s."lastEventRank" ELSE k.rank END,
      "lastEventId" = k.event_id, version = s.version + 1, "updatedAt" = clock_timestamp()
    FROM known k WHERE k.go AND k.state_due AND s.id = k.subscription_id AND ${stateDue('k')}
    RETURNING s.id
  ),
  subscription_failure AS (
    UPDATE subscription s SET "paymentFailedAt" = coalesce(k.occurred_at, clock_timestamp()),
      status = CASE WHEN s.status = 'active' AND (k.occurred_at IS NULL OR s."lastEventAt" IS NULL
        OR k.occurred_at >= s."lastEventAt") THEN 'past_due' ELSE s.status END,
      version = s.version + 1, "updatedAt" = clock_timestamp()
    FROM known k WHERE k.go AND k.failure_due AND s.id = k.subscription_id AND ${failureDue('k')}
    RETURNING s.id
  )`;

const PAYMENTS = `
  payment_insert AS (
    INSERT INTO payment (id, "userId", "customerId", "subscriptionId", provider, "providerPaymentId", type, status,
      amount, currency, description, "receiptUrl", "lastEventAt", "lastEventRank", "createdAt", "updatedAt")
    SELECT payment_id, owner, customer_id, payment_subscription_id, provider, payment_key, payment_type, payment_status,
      coalesce(payment_amount, '0.00'), coalesce(payment_currency, 'usd'), description, receipt_url, occurred_at,
      payment_rank, clock_timestamp(), clock_timestamp()
    FROM known WHERE go AND payment_absent AND owner IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING id
  ),
  payment_update AS (
    UPDATE payment p SET status = k.payment_status, "customerId" = coalesce(p."customerId", k.customer_id),
      "subscriptionId" = coalesce(p."subscriptionId", k.payment_subscription_id),
      "receiptUrl" = coalesce(p."receiptUrl", k.receipt_url), "lastEventAt" = greatest(p."lastEventAt", k.occurred_at),
      "lastEventRank" = k.payment_rank, "updatedAt" = clock_timestamp()
    FROM known k WHERE k.go AND k.payment_due AND p.id = k.payment_id AND ${newer('k', 'p', 'payment_rank')}
    RETURNING p.id
  )`;

const OUTCOME = `
  checkout_end AS (
    UPDATE checkout SET "completedAt" = clock_timestamp(), "openKey" = NULL
    FROM known k WHERE checkout.provider = k.provider AND checkout."sessionId" = k.checkout_session
      AND checkout."completedAt" IS NULL
  ),
  settle AS (
    INSERT INTO settlement AS t ("subscriptionId", provider, "providerSubscriptionId", reason)
    SELECT subscription_id, provider, subscription_key, 'tie' FROM known WHERE go AND tied
    ON CONFLICT ("subscriptionId") DO UPDATE SET "dueAt" = least(t."dueAt", clock_timestamp()), attempts = 0
  ),
  outcome AS MATERIALIZED (
    SELECT k.*, ci.id IS NOT NULL AS customer_new, si.id IS NOT NULL AS subscription_new,
      CASE WHEN k.preset IS NOT NULL THEN k.preset WHEN NOT k.go THEN 'duplicate'
        WHEN k.state_due AND su.id IS NULL OR k.failure_due AND sf.id IS NULL OR k.payment_due AND pu.id IS NULL
          OR k.customer_due AND cu.id IS NULL OR k.owner IS NOT NULL AND (k.subscription_absent AND si.id IS NULL
            OR k.payment_absent AND pi.id IS NULL OR k.customer_absent AND k.customer_explicit AND ci.id IS NULL)
          THEN 'race'
        WHEN k.raced OR coalesce(su.id, sf.id, si.id, pu.id, pi.id, ci.id, cu.id) IS NOT NULL THEN 'applied'
        WHEN k.owner IS NULL AND (k.customer_absent OR k.subscription_absent OR k.payment_absent) THEN 'unmatched'
        ELSE 'stale' END AS outcome
    FROM known k
      LEFT JOIN customer_insert ci ON ci.id = k.customer_id
      LEFT JOIN customer_update cu ON cu.id = k.customer_id
      LEFT JOIN subscription_insert si ON si.id = k.subscription_id
      LEFT JOIN subscription_update su ON su.id = k.subscription_id
      LEFT JOIN subscription_failure sf ON sf.id = k.subscription_id
      LEFT JOIN payment_insert pi ON pi.id = k.payment_id
      LEFT JOIN payment_update pu ON pu.id = k.payment_id
  )`;

const LEDGER = `
  ledger AS (
    INSERT INTO webhook_event AS l (provider, "eventId", type, "nativeType", "occurredAt", outcome, reason, error,
      warnings, body, "userId", "customerId", "subscriptionId", "paymentId", deliveries, "waitingFor")
    SELECT provider, event_id, type, native_type, occurred_at, outcome,
      coalesce(reason, CASE WHEN outcome = 'stale' AND truth THEN 'the record changed meanwhile'
        WHEN outcome = 'stale' AND tied THEN 'same instant as the last applied event: the provider decides'
        WHEN outcome = 'stale' THEN 'not newer than what was applied' WHEN outcome = 'unmatched' THEN 'names no known user' END),
      error, ARRAY(SELECT json_array_elements_text(warnings)), body, owner, customer_id,
      coalesce(subscription_id, payment_subscription_id), payment_id, (NOT replay)::int,
      CASE WHEN outcome = 'unmatched' THEN coalesce(customer_id, subscription_id, payment_subscription_id) END
    FROM outcome WHERE outcome <> 'race'
    ON CONFLICT (provider, "eventId") DO UPDATE SET
      deliveries = l.deliveries + excluded.deliveries, "lastReceivedAt" = clock_timestamp(),
      outcome = CASE WHEN l.outcome IN ('failed', 'unmatched') OR excluded.outcome = 'applied' AND l.outcome = 'stale'
        THEN excluded.outcome ELSE l.outcome END,
      reason = CASE WHEN l.outcome IN ('failed', 'unmatched') THEN excluded.reason ELSE l.reason END,
      error = CASE WHEN l.outcome IN ('failed', 'unmatched') THEN excluded.error ELSE l.error END,
      "userId" = coalesce(l."userId", excluded."userId"),
      "waitingFor" = CASE WHEN l.outcome IN ('failed', 'unmatched') THEN excluded."waitingFor" ELSE l."waitingFor" END
    RETURNING l.id, l.provider, l."eventId" AS event_id, l.deliveries
  )`;

/**
 * The one write of the service: a batch of events that share no record, as JSON rows (`EventWrite`), applied
 * in one statement. Records are guarded by unique keys and by conditions that PostgreSQL checks again after
 * it waited for a lock, so any number of processes may run it at once.
 *
 * Each row ends as applied, stale, duplicate, ignored, failed or unmatched and is written to the ledger; or as
 * `race`, when a record changed between the statement's snapshot and its lock: then the ledger holds nothing
 * of it and the caller sends it again.
 */
export const applyStatement = `WITH ${[
  INPUT,
  KNOWN,
  CUSTOMERS,
  SUBSCRIPTION_INSERT,
  SUBSCRIPTION_UPDATES,
  PAYMENTS,
  OUTCOME,
  LEDGER,
].join(',')}
SELECT o.n, o.outcome, o.tied, o.owner AS "userId", ledger.id::text AS "ledgerId",
  CASE WHEN o.outcome = 'unmatched' THEN coalesce(o.customer_id, o.subscription_id, o.payment_subscription_id) END AS "waitingFor",
  CASE WHEN o.customer_new THEN o.customer_id END AS "newCustomerId",
  CASE WHEN o.subscription_new THEN o.subscription_id END AS "newSubscriptionId"
FROM outcome o LEFT JOIN ledger USING (provider, event_id)`;
