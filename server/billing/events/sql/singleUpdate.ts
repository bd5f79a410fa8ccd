import { quoted, typeOf } from '../../records/columns.ts';
import { subscriptionColumns } from '../../records/subscription.ts';
import { dayOf, staysInline } from './bodies.ts';
import { compact } from './jsonRows.ts';
import { EVENT } from './writeStatement.ts';

/** The ledger's columns, keyed as in `EVENT`. */
const LEDGER = {
  provider: 'provider',
  event_id: 'eventId',
  type: 'type',
  native_type: 'nativeType',
  occurred_at: 'occurredAt',
  outcome: 'outcome',
  reason: 'reason',
  warnings: 'warnings',
  deliveries: 'deliveries',
  user_id: 'userId',
  customer_id: 'customerId',
  subscription_id: 'subscriptionId',
  payment_id: 'paymentId',
} as const satisfies Partial<Record<keyof typeof EVENT, string>>;

export const toldOfEvent = Object.keys(LEDGER) as (keyof typeof LEDGER)[];

/** `$1` the subscription's id, `$2` the body, `$3` of `staysInline`, then the event's values and the columns'. */
const FIRST = 4;
const eventParameters = toldOfEvent.map((name, index) => `$${FIRST + index}::${EVENT[name]}`);

/**
 * Does what the batch statement does, for the most frequent event: a known subscription's new state, which sets these
 * columns. It takes plain parameters and costs half as much; the batch plan has three times as many steps. It locks
 * only one row at a time, so no lock order is needed. Rejects with a unique violation if another process wrote the
 * event's ledger row.
 */
export function singleUpdate(columns: readonly (keyof typeof subscriptionColumns)[]): string {
  const parameterOf = (name: keyof typeof subscriptionColumns) =>
    `$${FIRST + toldOfEvent.length + columns.indexOf(name)}::${typeOf(subscriptionColumns[name])}`;
  return compact(`
  WITH changed AS (
    UPDATE subscription SET ${columns.map((name) => `${quoted(name)} = ${parameterOf(name)}`).join(', ')}
    WHERE id = $1 AND version = ${parameterOf('version')} - 1 RETURNING id),
  new_event AS (
    INSERT INTO webhook_event (${Object.values(LEDGER).map(quoted).join(', ')}, body)
    SELECT ${eventParameters.map((parameter, index) => (toldOfEvent[index] === 'warnings' ? `coalesce(${parameter}, '{}')` : parameter)).join(', ')},
      CASE WHEN ${staysInline('$3', eventParameters[toldOfEvent.indexOf('outcome')])} THEN $2 END
    FROM changed RETURNING id, body IS NULL AS stands_apart),
  bodies AS (
    INSERT INTO webhook_event_body (day, id, body) SELECT ${dayOf('now()')}, id, $2 FROM new_event WHERE stands_apart)
  SELECT 1 AS n, id::text AS "ledgerId" FROM new_event`);
}
