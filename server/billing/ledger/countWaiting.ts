import type { Pool } from '../../database/client.ts';
import { openOutcomes } from '../records/outcome.ts';

/** Events of the ledger whose records aren't known yet, and failed events. */
export type WaitingCounts = Record<(typeof openOutcomes)[number], number>;

const COUNT = `SELECT ${openOutcomes
  .map((open) => `(SELECT count(*)::int FROM webhook_event WHERE outcome = '${open}') AS ${open}`)
  .join(', ')}`;

/** Up to this many are counted each time. */
const FEW = 10_000;
/** A larger count is reused for this many times its duration: counting then costs half a percent, however many wait. */
const GOOD_FOR = 200;

/** Counts by an index; concurrent requests of one process share a count. */
export function createWaitingCount(pool: Pool): () => Promise<WaitingCounts> {
  let goodUntil = 0;
  let counts: Promise<WaitingCounts> | null = null;
  async function count(): Promise<WaitingCounts> {
    const begun = performance.now();
    const { rows } = await pool.query<WaitingCounts>(COUNT);
    const now = performance.now();
    const { unmatched, failed } = rows[0] ?? { unmatched: 0, failed: 0 };
    goodUntil = unmatched + failed > FEW ? now + GOOD_FOR * (now - begun) : 0;
    return { unmatched, failed };
  }
  return () => {
    if (counts && performance.now() < goodUntil) return counts;
    goodUntil = Number.POSITIVE_INFINITY;
    counts = count();
    counts.catch(() => {
      goodUntil = 0;
    });
    return counts;
  };
}
