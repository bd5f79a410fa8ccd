/**
 * What the events of a batch may touch. Most speak of a subscription and its customer alone: for them the statement
 * is made without the rest, since setting up a plan costs more than running it.
 */
export type Scope = 'subscriptions' | 'everything';

const EVENT = `provider text, event_id text, type text, native_type text, occurred_at timestamptz, warnings text[],
  preset text, reason text, error text, replay bool, truth bool, expected_version int, rank int, user_id text`;

const CUSTOMER = `customer_id text, customer_key text, customer_explicit bool, customer_names text, email text, metadata jsonb`;

const SUBSCRIPTION = `subscription_id text, subscription_key text, kind text, status text, native_status text,
  price_id text, plan text, "interval" text, quantity int, amount text, currency text, period_start timestamptz,
  period_end timestamptz, cancel_at_period_end bool, canceled_at text, trial_start text, trial_end text`;

const REST = `customer_deleted bool, checkout_session text, reference_user_id text, payment_id text, payment_key text,
  payment_subscription_id text, payment_type text, payment_status text, payment_rank int, payment_amount text,
  payment_currency text, description text, receipt_url text`;

const COLUMNS: Record<Scope, string> = {
  subscriptions: [EVENT, CUSTOMER, SUBSCRIPTION].join(', '),
  everything: [EVENT, CUSTOMER, SUBSCRIPTION, REST].join(', '),
};

/** Of the rest, what the rules ask for; the planner folds what follows from these. */
const FURTHER: Record<Scope, string> = {
  subscriptions: `subscription_id AS subject_id, NULL::bool AS customer_deleted, NULL::text AS payment_id,
    NULL::text AS payment_status, NULL::int AS payment_rank`,
  everything: 'coalesce(subscription_id, payment_subscription_id) AS subject_id',
};

/**
 * The batch: one JSON row an event (`EventColumns`), numbered from 1. An absent key and null mean "not said"; `none`
 * means null. The bodies stand apart, one after another as bytes, since nothing is to be read in them: `$3` says where
 * each begins, counted from 1, and where the last ends. `$4`: whether an earlier try wrote a part of the event.
 * The condition holds always: without it PostgreSQL expects a hundred rows, and a plan that was made while the tables
 * were small would read them whole for every event until they are analyzed.
 */
export const input = (scope: Scope) => `
  input AS (
    SELECT *, ($3::int[])[n] AS body_at, ($3::int[])[n + 1] - ($3::int[])[n] AS body_size, ($4::bool[])[n] AS wrote_before,
      ${FURTHER[scope]}
    FROM (SELECT *, ordinality::int AS n
      FROM ROWS FROM (json_to_recordset($1::json) AS (${COLUMNS[scope]})) WITH ORDINALITY) AS i
    WHERE (n > 0)::int = 1
  )`;

/** A timestamp that may be said to be none. */
export const said = (value: string, current: string) =>
  `CASE WHEN ${value} IS NULL THEN ${current} ELSE nullif(${value}, 'none')::timestamptz END`;

/** Longer than any call to a provider takes. */
export const TRUTH_MARGIN = `interval '8 seconds'`;
