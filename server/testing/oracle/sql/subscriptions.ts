import { usersCustomer } from './customers.ts';
import { said, TRUTH_MARGIN } from './input.ts';

const OVERWRITTEN = [
  ...['customerId', 'status', 'nativeStatus', 'priceId', 'plan', 'interval', 'quantity', 'amount', 'currency'],
  ...['currentPeriodStart', 'currentPeriodEnd', 'cancelAtPeriodEnd', 'canceledAt', 'trialStart', 'trialEnd'],
  ...['paymentFailedAt', 'lastEventAt', 'lastEventRank', 'lastEventId', 'version', 'updatedAt'],
].map((column) => `"${column}"`);

const CANCELED_AT = `CASE WHEN next_status IN ('canceled', 'deleted')
  THEN coalesce(nullif(canceled_at, 'none')::timestamptz, (k.s)."canceledAt",
    CASE WHEN status IN ('canceled', 'deleted') THEN occurred_at ELSE (k.c)."deletedAt" END, clock_timestamp())
  ELSE ${said('canceled_at', '(k.s)."canceledAt"')} END`;

const PAYMENT_FAILED_AT = `CASE WHEN failure_due THEN coalesce(occurred_at, clock_timestamp()) WHEN recovery_due THEN failed_at
  ELSE coalesce((k.s)."paymentFailedAt", failed_at) END`;

/** A subscription is linked to a customer of its own user, or to none. */
const CUSTOMER = `CASE WHEN customer_foreign THEN nullif(CASE WHEN NOT truth THEN (k.s)."customerId" END, customer_id)
  ELSE coalesce(CASE WHEN truth THEN customer_id END, (k.s)."customerId", customer_id, ${usersCustomer('k')}) END`;
const UNSAID = [
  'native_status',
  'price_id',
  'plan',
  '"interval"',
  'quantity',
  'amount',
  'currency',
  'period_start',
  'period_end',
  'cancel_at_period_end',
  'canceled_at',
  'trial_start',
  'trial_end',
];
const KEPT = [
  'go',
  'subscription_absent',
  'owner',
  'state_due',
  'failure_due',
  'recovery_due',
  'subject_id',
  's',
  'c',
  'provider',
  'subscription_key',
  'truth',
  'customer_id',
  'customer_foreign',
  'next_status',
  'status',
  'occurred_at',
  'failed_at',
  'kind',
  'rank',
  'event_id',
];
/** Named difference: a failed payment and a completed checkout overwrite no plan, period or amount of a known subscription. */
const SAID = [
  ...KEPT.map((name) => `b.${name}`),
  ...UNSAID.map((name) => `CASE WHEN b.kind = 'state' OR (b.s).id IS NULL THEN b.${name} END AS ${name}`),
].join(', ');

/**
 * The whole next row: what the event says, else what the record says, else a default. It is written only over
 * the version that it was made from, and inserted only where there still is none.
 */
export const SUBSCRIPTIONS = `
  subscription_write AS (
    INSERT INTO subscription AS t (id, "userId", provider, "providerSubscriptionId", "createdAt",
      ${OVERWRITTEN.join(', ')})
    SELECT subject_id, coalesce((k.s)."userId", owner), provider, coalesce((k.s)."providerSubscriptionId", subscription_key),
      clock_timestamp(), ${CUSTOMER},
      next_status, coalesce(native_status, (k.s)."nativeStatus"), coalesce(price_id, (k.s)."priceId"),
      coalesce(plan, (k.s).plan, 'unknown'), coalesce("interval", (k.s)."interval", 'month'),
      coalesce(quantity, (k.s).quantity), coalesce(amount, (k.s).amount, '0.00'), coalesce(currency, (k.s).currency, 'usd'),
      start_at, coalesce(period_end, (k.s)."currentPeriodEnd",
        start_at + CASE "interval" WHEN 'year' THEN interval '1 year' ELSE interval '1 month' END),
      coalesce(cancel_at_period_end, (k.s)."cancelAtPeriodEnd", false), ${CANCELED_AT},
      ${said('trial_start', '(k.s)."trialStart"')}, ${said('trial_end', '(k.s)."trialEnd"')}, ${PAYMENT_FAILED_AT},
      CASE WHEN kind = 'state' THEN greatest((k.s)."lastEventAt", CASE WHEN truth THEN occurred_at - ${TRUTH_MARGIN} ELSE occurred_at END) ELSE (k.s)."lastEventAt" END,
      CASE WHEN kind = 'state' AND occurred_at IS NOT NULL THEN rank ELSE coalesce((k.s)."lastEventRank", 0) END,
      CASE WHEN kind = 'state' THEN event_id ELSE (k.s)."lastEventId" END,
      coalesce((k.s).version, 0) + 1, clock_timestamp()
    FROM (SELECT ${SAID} FROM known b) k CROSS JOIN LATERAL (
      SELECT coalesce(k.period_start, (k.s)."currentPeriodStart", k.occurred_at, clock_timestamp()) AS start_at) AS period
    WHERE go AND (subscription_absent AND owner IS NOT NULL OR state_due OR failure_due OR recovery_due)
    ON CONFLICT (id) DO UPDATE SET (${OVERWRITTEN.join(', ')}) = ROW (${OVERWRITTEN.map((column) => `excluded.${column}`).join(', ')})
    WHERE t.version = excluded.version - 1
    RETURNING t.id, t.version = 1 AS is_new
  )`;

/** One settlement a subscription; a new `queuedAt` tells a reading under way that it was asked for before. */
export const SETTLEMENTS = `
  settle AS (
    INSERT INTO settlement AS t ("subscriptionId", provider, "providerSubscriptionId", reason)
    SELECT subject_id, provider, coalesce((k.s)."providerSubscriptionId", subscription_key), 'tie' FROM known k WHERE go AND tied
    ON CONFLICT ("subscriptionId") DO UPDATE SET "queuedAt" = clock_timestamp(),
      "dueAt" = least(t."dueAt", clock_timestamp()), attempts = 0
  )`;
