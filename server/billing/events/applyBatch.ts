import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../database/client.ts';
import { sqlState } from '../../database/sqlState.ts';
import { type Decision, decide } from './decide.ts';
import type { ProviderEvent } from './event.ts';
import type { Known } from './rules/known.ts';
import { ownerOf } from './rules/owner.ts';
import type { PendingLink } from './rules/reads.ts';
import { readSnapshots, type Snapshot } from './snapshot.ts';
import { recordTables, TAKEN_BACK } from './sql/writeStatement.ts';
import { toWrite } from './toWrite.ts';
import { type Write, writeAll } from './write.ts';

export type Outcome = Decision['outcome'];

/** What became of one event, and what it may have made possible for others. */
export interface Applied {
  outcome: Outcome;
  /** The ledger's row. */
  ledgerId: string;
  /** Whose records these are, when known. */
  userId: string | null;
  /** A reading of the provider's own view is queued: the payload could not tell which state came last. */
  refetch: boolean;
  /** What must be looked at once more after the commit. */
  pendingLinks: readonly PendingLink[];
}

const MAX_ROUNDS = 100;
const MAX_FAILURES = 8;
const CHECK_VIOLATION = '23514';
/** Serialization failure, deadlock, two processes that insert one record at once, and a half event taken back. */
const REPEATED = new Set(['40001', '40P01', '23505', TAKEN_BACK]);

interface Target {
  pool: Pool;
  /** The last day up to which bodies have partitions; null: they stay with their rows. */
  bodyDays: string | null;
}

interface Open {
  /** In the caller's list. */
  index: number;
  event: ProviderEvent;
}

interface Decided extends Open {
  known: Known;
  decision: Decision;
  write: Write;
}

/**
 * Applies events that name no record in common: what is known is read in one round trip, each is decided, and all is
 * written in another. Who lost a race is decided again. Resolves after the commits, in the order of the input.
 */
export async function applyBatch(
  pool: Pool,
  events: readonly ProviderEvent[],
  bodyDays: string | null = null,
): Promise<Applied[]> {
  let target: Target = { pool, bodyDays };
  const answers: Applied[] = [];
  let open: readonly Open[] = events.map((event, index) => ({ event, index }));
  let failures = 0;
  for (let round = 0; open.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error('The records kept changing');
    try {
      open = await applyOnce(target, open, answers);
    } catch (error) {
      if (lacksPartition(error) && target.bodyDays !== null) {
        target = { pool, bodyDays: null };
        continue;
      }
      failures += 1;
      if (!REPEATED.has(sqlState(error)) || failures > MAX_FAILURES) throw error;
      if (failures > 1) await sleep(Math.random() * 10 * 2 ** failures);
      if (failures > 1 && open.length > 1) return applyAlone(target, open, answers);
    }
  }
  return answers;
}

/** Rejects when nothing was written; else resolves to those that must be decided again. */
async function applyOnce(
  { pool, bodyDays }: Target,
  open: readonly Open[],
  answers: Applied[],
): Promise<readonly Open[]> {
  const decided = withoutOverlaps(await decideAll(pool, open));
  const ledgerIds = await writeAll(
    pool,
    decided.map(({ write }) => write),
    bodyDays,
  );
  for (const [place, ledgerId] of ledgerIds.entries()) {
    const one = decided[place] as Decided;
    if (ledgerId != null) answers[one.index] = toApplied(one, ledgerId);
  }
  return open.filter(({ index }) => !answers[index]);
}

/** One by one, so that no event has to wait for another's record. */
async function applyAlone({ pool, bodyDays }: Target, open: readonly Open[], answers: Applied[]): Promise<Applied[]> {
  for (const { index, event } of open) answers[index] = (await applyBatch(pool, [event], bodyDays))[0] as Applied;
  return answers;
}

/** Somebody removed today's partition by hand. */
function lacksPartition(error: unknown): boolean {
  return sqlState(error) === CHECK_VIOLATION && Object(error).table === 'webhook_event_body';
}

async function decideAll(pool: Pool, open: readonly Open[]): Promise<Decided[]> {
  const snapshots = await readSnapshots(
    pool,
    open.map(({ event }) => event),
  );
  return open.map(({ index, event }, place) => {
    const { known, now } = snapshots[place] as Snapshot;
    const decision = decide(event, known, now);
    return { index, event, known, decision, write: toWrite(event, known, decision) };
  });
}

/**
 * PostgreSQL would apply only one of two writes of one row in one statement: a deletion of a customer beside an event
 * of one of its subscriptions. The later one is decided again.
 */
function withoutOverlaps(decided: readonly Decided[]): readonly Decided[] {
  if (decided.length === 1) return decided;
  const taken = new Set<string>();
  return decided.filter(({ write: { rows } }) => {
    const ids = recordTables.flatMap((table) => rows[table].map(({ id }) => id));
    if (ids.some((id) => taken.has(id))) return false;
    for (const id of ids) taken.add(id);
    return true;
  });
}

function toApplied({ event, known, decision }: Decided, ledgerId: string): Applied {
  return {
    outcome: decision.outcome,
    ledgerId,
    userId: ownerOf(event, known),
    refetch: 'refetch' in decision && decision.refetch,
    pendingLinks: 'pendingLinks' in decision ? decision.pendingLinks : [],
  };
}
