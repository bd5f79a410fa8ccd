import { type Columns, namesOf, quoted } from '../../records/columns.ts';
import { customerColumns } from '../../records/customer.ts';
import { paymentColumns } from '../../records/payment.ts';
import { refundColumns } from '../../records/refund.ts';
import { subscriptionColumns } from '../../records/subscription.ts';
import { dayOf, staysInline } from './bodies.ts';
import { compact, jsonRows } from './jsonRows.ts';

/** Every batch locks and inserts in this order, so that two batches never deadlock. */
export const recordTables = ['customer', 'subscription', 'payment', 'refund'] as const;
export type RecordTable = (typeof recordTables)[number];

const columnsOf: Record<RecordTable, Columns> = {
  customer: customerColumns,
  subscription: subscriptionColumns,
  payment: paymentColumns,
  refund: refundColumns,
};

/** The parts of the statement that a batch needs: setting up the plan for the rest costs more than using it. */
export interface Shape {
  inserts: readonly RecordTable[];
  updates: readonly RecordTable[];
  /** Tables whose rows are locked, either to be changed or because a decision read them. */
  holds: readonly RecordTable[];
  /** Events that were new to the ledger when it was read, and those that it held. */
  newEvents: boolean;
  knownEvents: boolean;
  refetches: boolean;
  checkouts: boolean;
  /** A subscription became live: its owner must be checked for duplicates. */
  owners: boolean;
}

/** The columns of one row of `$1`. */
export const EVENT = {
  provider: 'text',
  event_id: 'text',
  type: 'text',
  native_type: 'text',
  occurred_at: 'timestamptz',
  ledger_id: 'bigint',
  earlier: 'text',
  outcome: 'text',
  decides: 'bool',
  reason: 'text',
  error: 'text',
  warnings: 'text[]',
  deliveries: 'int',
  user_id: 'text',
  customer_id: 'text',
  subscription_id: 'text',
  payment_id: 'text',
  waiting_for: 'text',
  refetch_key: 'text',
  checkout_session: 'text',
  owner_check: 'text',
  held: 'int',
  inserted: 'int',
} as const;

/** If an event loses one insert after another succeeded, the statement rolls everything back with this error. */
export const TAKEN_BACK = '22012';

/**
 * Writes what was decided: `$1` the events; where some are new to the ledger `$2` their bodies one after another and
 * `$3` where each begins, counted from 1, and where the last ends, and `$4` of `staysInline`; then for each of `tablesOf` its rows and the numbers
 * of their events.
 * An event is written whole or not at all. First the rows that it changes are locked and must be of the version that
 * they were decided on, and the ledger's row of the outcome; then its new rows are inserted, each for those that lost
 * none before; then the rest, which can't fail any more. Answers a row for each event that was written.
 */
export function writeStatement(shape: Shape): string {
  const tables = tablesOf(shape);
  const ctes = [`event AS MATERIALIZED (${jsonRows({ parameter: '$1', columns: EVENT })})`];
  for (const [index, table] of tables.entries()) ctes.push(rowsOf(table, (shape.newEvents ? 5 : 2) + 2 * index));
  const held = [...shape.holds.map((table) => `held_${table}`), ...(shape.knownEvents ? ['held_event'] : [])];
  for (const table of shape.holds) ctes.push(holdRecords(table));
  if (shape.knownEvents) ctes.push(HOLD_EVENTS);
  ctes.push(`going AS MATERIALIZED (${goingOf(held)})`);
  let going = 'going';
  for (const table of shape.inserts) {
    ctes.push(insertRecords(table, going), `with_${table} AS MATERIALIZED (${withoutLosers(table, going)})`);
    going = `with_${table}`;
  }
  if (shape.newEvents) ctes.push(insertEvents(going), INSERT_BODIES);
  ctes.push(`kept AS MATERIALIZED (${keptOf(going, shape)})`);
  for (const table of shape.updates) ctes.push(updateRecords(table));
  if (shape.knownEvents) ctes.push(UPDATE_EVENTS);
  if (shape.refetches) ctes.push(QUEUE_REFETCHES);
  if (shape.checkouts) ctes.push(END_CHECKOUTS);
  if (shape.owners) ctes.push(QUEUE_OWNERS);
  const whole = shape.inserts.length > 0 ? `WHERE ${isWhole(shape.inserts)}` : '';
  return compact(`WITH ${ctes.join(', ')} SELECT n, ledger_id::text AS "ledgerId" FROM kept ${whole}`);
}

/** Those whose rows a batch brings along, in the order of the parameters. */
export function tablesOf({ inserts, holds }: Shape): RecordTable[] {
  return recordTables.filter((table) => inserts.includes(table) || holds.includes(table));
}

/** The rows of a table: version 1 means new, a negative number means only read. */
function rowsOf(table: RecordTable, parameter: number): string {
  const number = `($${parameter + 1}::int[])[ordinality]`;
  return `${table}_row AS MATERIALIZED (${jsonRows({ parameter: `$${parameter}`, columns: columnsOf[table], number })})`;
}

/** Changed rows and rows that were only read are locked in one order. */
const holdRecords = (table: RecordTable) => `held_${table} AS MATERIALIZED (
  SELECT abs(r.n) AS n FROM ${table}_row r JOIN ${table} t ON t.id = r.id AND t.version = r.version - (r.n > 0)::int
  WHERE r.version > 1 OR r.n < 0 ORDER BY t.id FOR UPDATE OF t)`;

const HOLD_EVENTS = `held_event AS MATERIALIZED (
  SELECT e.n FROM event e JOIN webhook_event t ON t.id = e.ledger_id AND t.outcome = e.earlier
  ORDER BY t.id FOR UPDATE OF t)`;

/** The events that hold all of their rows. */
function goingOf(held: readonly string[]): string {
  if (held.length === 0) return 'SELECT n FROM event';
  const all = held.map((name) => `SELECT n FROM ${name}`).join(' UNION ALL ');
  return `SELECT e.n FROM event e LEFT JOIN (SELECT n, count(*) AS held FROM (${all}) h GROUP BY n) h USING (n)
    WHERE e.held = coalesce(h.held, 0)`;
}

const listOf = (names: readonly string[], alias = '') => names.map((name) => alias + quoted(name)).join(', ');

function insertRecords(table: RecordTable, going: string): string {
  const names = namesOf(columnsOf[table]);
  return `new_${table} AS (
    INSERT INTO ${table} (${listOf(names)}) SELECT ${listOf(names, 'r.')} FROM ${table}_row r JOIN ${going} USING (n)
    WHERE r.version = 1 ORDER BY r.id ON CONFLICT DO NOTHING RETURNING id)`;
}

const withoutLosers = (table: RecordTable, going: string) => `
  SELECT g.n FROM ${going} g LEFT JOIN ${table}_row r ON r.n = g.n AND r.version = 1 LEFT JOIN new_${table} w ON w.id = r.id
  WHERE r.id IS NULL OR w.id IS NOT NULL`;

const BODY = `convert_from(substring($2::bytea FROM ($3::int[])[n] FOR ($3::int[])[n + 1] - ($3::int[])[n]), 'UTF8')`;

const insertEvents = (going: string) => `new_event AS (
  INSERT INTO webhook_event (provider, "eventId", type, "nativeType", "occurredAt", outcome, reason, error, warnings,
    body, "userId", "customerId", "subscriptionId", "paymentId", deliveries, "waitingFor")
  SELECT provider, event_id, type, native_type, occurred_at, outcome, reason, error, coalesce(warnings, '{}'),
    CASE WHEN ${staysInline('$4')} THEN ${BODY} END, user_id, customer_id, subscription_id, payment_id, deliveries, waiting_for
  FROM event JOIN ${going} USING (n) WHERE ledger_id IS NULL AND event_id IS NOT NULL ORDER BY provider, event_id
  ON CONFLICT DO NOTHING RETURNING id, provider, "eventId", body IS NULL AS stands_apart)`;

const INSERT_BODIES = `bodies AS (
  INSERT INTO webhook_event_body (day, id, body) SELECT ${dayOf('now()')}, w.id, ${BODY}
  FROM new_event w JOIN event e ON e.provider = w.provider AND e.event_id = w."eventId" WHERE w.stands_apart)`;

/** The events that are written whole. An event without an id writes nothing to the ledger. */
function keptOf(going: string, { newEvents }: Shape): string {
  const columns =
    'e.n, e.provider, e.subscription_id, e.payment_id, e.refetch_key, e.checkout_session, e.owner_check, e.inserted';
  if (!newEvents) return `SELECT ${columns}, e.ledger_id FROM event e JOIN ${going} USING (n)`;
  return `SELECT ${columns}, coalesce(e.ledger_id, w.id) AS ledger_id FROM event e JOIN ${going} USING (n)
    LEFT JOIN new_event w ON w.provider = e.provider AND w."eventId" = e.event_id
    WHERE e.event_id IS NULL OR e.ledger_id IS NOT NULL OR w.id IS NOT NULL`;
}

/** PostgreSQL's SQL cannot raise a named error, so a division by zero stands for `TAKEN_BACK`. */
function isWhole(inserts: readonly RecordTable[]): string {
  const made = inserts.map((table) => `(SELECT count(*) FROM new_${table})`).join(' + ');
  return `(SELECT 1 / (${made} = (SELECT coalesce(sum(inserted), 0) FROM kept))::int) = 1`;
}

/** Columns that no event changes once the row exists. */
const FIXED = /^(id|userId|provider.*|createdAt)$/;

const changingColumns = (columns: Columns) => namesOf(columns).filter((name) => !FIXED.test(name));

function updateRecords(table: RecordTable): string {
  const changes = changingColumns(columnsOf[table])
    .map((name) => `${quoted(name)} = r.${quoted(name)}`)
    .join(', ');
  return `changed_${table} AS (
    UPDATE ${table} t SET ${changes} FROM ${table}_row r JOIN kept USING (n) WHERE t.id = r.id AND r.version > 1)`;
}

const decided = ['outcome', 'reason', 'error'].map(
  (name) => `${name} = CASE WHEN e.decides THEN e.${name} ELSE t.${name} END`,
);
const learned = ['userId', 'customerId', 'subscriptionId', 'paymentId'].map(
  (name) => `"${name}" = coalesce(t."${name}", e.${name.replace('Id', '_id')})`,
);

/** What a replay may add to an event that the ledger already holds. */
const UPDATE_EVENTS = `known_event AS (
  UPDATE webhook_event t SET deliveries = t.deliveries + e.deliveries, "lastReceivedAt" = clock_timestamp(),
    ${[...decided, ...learned].join(', ')},
    warnings = CASE WHEN e.decides THEN coalesce(e.warnings, '{}') ELSE t.warnings END,
    "waitingFor" = CASE WHEN e.decides THEN e.waiting_for ELSE t."waitingFor" END
  FROM event e JOIN kept USING (n) WHERE t.id = e.ledger_id)`;

/** One refetch a subscription, or a payment whose reference is to be looked up; a new \`queuedAt\` tells one under way that it was asked for before. */
const QUEUE_REFETCHES = `queued_refetch AS (
  INSERT INTO refetch AS t ("subscriptionId", provider, "providerSubscriptionId", reason)
  SELECT coalesce(subscription_id, payment_id), provider, refetch_key, CASE WHEN subscription_id IS NULL THEN 'link' ELSE 'tie' END
  FROM kept WHERE refetch_key IS NOT NULL ORDER BY 1
  ON CONFLICT ("subscriptionId") DO UPDATE SET "queuedAt" = clock_timestamp(),
    "dueAt" = least(t."dueAt", clock_timestamp()), attempts = 0)`;

const END_CHECKOUTS = `checkout_end AS (
  UPDATE checkout SET "completedAt" = clock_timestamp(), "openKey" = NULL, "subscriptionId" = kept.subscription_id
  FROM kept WHERE checkout.provider = kept.provider AND checkout."sessionId" = kept.checkout_session
    AND checkout."completedAt" IS NULL)`;

/** One row per owner; a new `queuedAt` tells a running check that the owner must be checked again. */
const QUEUE_OWNERS = `owner AS (
  INSERT INTO owner_check AS t ("userId") SELECT DISTINCT owner_check FROM kept WHERE owner_check IS NOT NULL ORDER BY 1
  ON CONFLICT ("userId") DO UPDATE SET "queuedAt" = clock_timestamp(), "dueAt" = least(t."dueAt", clock_timestamp()),
    attempts = 0)`;
