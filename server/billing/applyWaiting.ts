import type { Applied } from './applyEvents.ts';
import type { Billing } from './context.ts';
import { replayEvent } from './replayEvent.ts';

const DUE = `
  SELECT e.id::text AS id FROM webhook_event e
  WHERE e."waitingFor" = ANY($1) AND e.outcome = 'unmatched' AND e.body IS NOT NULL
    AND (EXISTS (SELECT FROM customer c WHERE c.id = e."waitingFor")
      OR EXISTS (SELECT FROM subscription s WHERE s.id = e."waitingFor"))
  ORDER BY e."occurredAt" NULLS FIRST, e.id`;

const KNOWN_NOW = `
  SELECT DISTINCT e."waitingFor" AS id FROM webhook_event e
  WHERE e."waitingFor" IS NOT NULL AND e.outcome = 'unmatched'
    AND (EXISTS (SELECT FROM customer c WHERE c.id = e."waitingFor")
      OR EXISTS (SELECT FROM subscription s WHERE s.id = e."waitingFor"))
  LIMIT 1000`;

/**
 * Applies, in the order of their times, the unmatched events that wait for these records, as far as the
 * records exist by now. Both sides call it after their own commit, so that whichever comes second sees the first.
 */
export async function applyWaiting(billing: Billing, recordIds: readonly string[]): Promise<Applied[]> {
  const { rows } = await billing.database.pool.query<{ id: string }>(DUE, [recordIds]);
  const results: Applied[] = [];
  for (const { id } of rows) results.push(await replayEvent(billing, id));
  const further = results.flatMap(({ newCustomerId, newSubscriptionId }) => [newCustomerId, newSubscriptionId]);
  const ids = further.filter((id) => id !== null);
  return ids.length === 0 ? results : [...results, ...(await applyWaiting(billing, ids))];
}

/** Applies every unmatched event whose record is known: what a crash between two commits left behind. */
export async function sweepWaiting(billing: Billing): Promise<number> {
  const { rows } = await billing.database.pool.query<{ id: string }>(KNOWN_NOW);
  return rows.length === 0
    ? 0
    : (
        await applyWaiting(
          billing,
          rows.map(({ id }) => id),
        )
      ).length;
}
