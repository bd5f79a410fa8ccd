import { quoted } from '../../records/columns.ts';
import { subscriptionColumns } from '../../records/subscription.ts';
import { compact, jsonRows } from './jsonRows.ts';
import { EVENT, INSERT_BODIES, insertEvents } from './writeStatement.ts';

/**
 * Does what the batch statement does, for events that each set only these columns of one known subscription and are new
 * to the ledger. Such an event has one row whose version to compare, so the update compares it, and nothing is locked
 * before; the plan has half as many steps. Takes the same parameters. The rows are sorted, so that two batches lock
 * them in one order. Rejects with a unique violation if another process wrote the ledger row of one of the events.
 */
export function plainUpdates(columns: readonly (keyof typeof subscriptionColumns)[]): string {
  const told = Object.fromEntries((['id', ...columns] as const).map((name) => [name, subscriptionColumns[name]]));
  const rows = jsonRows({ parameter: '$5', columns: told, number: '($6::int[])[ordinality]' });
  return compact(`
    WITH event AS MATERIALIZED (${jsonRows({ parameter: '$1', columns: EVENT })}),
    subscription_row AS MATERIALIZED (SELECT * FROM (${rows}) told ORDER BY id),
    changed AS (
      UPDATE subscription t SET ${columns.map((name) => `${quoted(name)} = r.${quoted(name)}`).join(', ')}
      FROM subscription_row r WHERE t.id = r.id AND t.version = r.version - 1 RETURNING r.n),
    ${insertEvents('changed', '')},
    ${INSERT_BODIES}
    SELECT e.n, w.id::text AS "ledgerId" FROM new_event w JOIN event e ON e.provider = w.provider AND e.event_id = w."eventId"`);
}
