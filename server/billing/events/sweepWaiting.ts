import type { Applying } from '../context.ts';
import { forgetDone } from '../jobs/retry.ts';
import { SWEEP, UNMATCHED } from './sql/pendingLinks.ts';
import { applyWaiting } from './waiting.ts';

/** The last waiting event that was read: the record it waits for, and its ledger id. */
export interface SweepPlace {
  record: string;
  id: string;
}

interface Looked extends SweepPlace {
  /** Waiting events are grouped by the record that they wait for. */
  records: string[];
  looked: number;
}

interface SweepOptions {
  from?: SweepPlace;
  /** How many waiting events are read. */
  most?: number;
  signal?: AbortSignal;
}

const SLICE = 2_000;
const BEGINNING: SweepPlace = { record: '', id: '0' };
const STILL_WAITS = `EXISTS (SELECT FROM webhook_event e WHERE e.id = r.key::bigint AND e.outcome = 'unmatched')`;

/**
 * Applies unmatched events whose record is now known: what a crash between two commits left behind. Resolves to the
 * number applied, and to where the next sweep resumes (absent: all were read).
 */
export async function sweepWaiting(
  billing: Applying,
  { from = BEGINNING, most = Number.POSITIVE_INFINITY, signal }: SweepOptions = {},
): Promise<{ applied: number; next?: SweepPlace }> {
  const { jobPool } = billing.database;
  await forgetDone(jobPool, UNMATCHED, STILL_WAITS);
  let applied = 0;
  let place = from;
  for (let looked = 0; looked < most; ) {
    signal?.throwIfAborted();
    const { rows } = await jobPool.query<Looked>(SWEEP, [place.record, place.id, SLICE]);
    const [found] = rows;
    if (!found) return { applied };
    const pendingLinks = found.records.map((id) => ({ id, lacksCustomer: false }));
    applied += await applyWaiting(billing, { pendingLinks });
    looked += found.looked;
    place = { record: found.record, id: found.id };
    if (found.looked < SLICE) return { applied };
  }
  return { applied, next: place };
}

/** A run costs about the same however many events wait; the next one resumes where it ended. */
export function createSweep(billing: Applying, most: number): (signal: AbortSignal) => Promise<void> {
  let from: SweepPlace | undefined;
  return async (signal) => {
    from = (await sweepWaiting(billing, { from, most, signal })).next;
  };
}
