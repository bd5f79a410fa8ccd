import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../database/client.ts';
import { sqlState } from '../../database/sqlState.ts';
import type { Customer } from '../records/customer.ts';
import { plusMicroseconds } from '../records/instant.ts';
import type { Subscription } from '../records/subscription.ts';
import { type Decision, decide } from './decide.ts';
import type { ProviderEvent } from './event.ts';
import type { KnownCache } from './knownCache.ts';
import { type KnownNow, readKnown } from './readKnown.ts';
import type { Known } from './rules/known.ts';
import { ownerOf } from './rules/owner.ts';
import type { PendingLink } from './rules/reads.ts';
import { recordTables, TAKEN_BACK } from './sql/writeStatement.ts';
import { toWrite } from './toWrite.ts';
import { type Write, writeAll } from './write.ts';

export type Outcome = Decision['outcome'];

/** The outcome of one event, and which other work it may unblock. */
export interface Applied {
  outcome: Outcome;
  /** The ledger's row. */
  ledgerId: string;
  /** The user who owns these records, when known. */
  userId: string | null;
  /** A refetch of the provider snapshot is queued: the payload could not tell which state came last. */
  refetch: boolean;
  /** Records to check again after the commit. */
  pendingLinks: readonly PendingLink[];
}

const MAX_ROUNDS = 100;
const MAX_FAILURES = 8;
const CHECK_VIOLATION = '23514';
/**
 * Serialization failure, deadlock, two processes inserting one record at once, and a half-written event rolled back.
 */
const REPEATED = new Set(['40001', '40P01', '23505', TAKEN_BACK]);

export interface BatchOptions {
  /** The last day up to which body partitions exist; null: bodies stay with their rows. */
  bodyDays?: string | null;
  cache?: KnownCache;
  /** How far the billing clock is ahead of the database's, in milliseconds; other than 0 only with the sandbox's. */
  aheadMs?: number;
}

interface Target {
  pool: Pool;
  bodyDays: string | null;
  cache: KnownCache | undefined;
  aheadMs: number;
}

interface Open {
  /** The event's index in the caller's list. */
  index: number;
  event: ProviderEvent;
}

interface Decided extends Open {
  known: Known;
  decision: Decision;
  write: Write;
}

/**
 * Applies events that share no record: one round trip reads what is known, each event is decided, and one more round
 * trip writes all of them. An event that lost a race is decided again. Resolves after the commits, in the order of the
 * input.
 */
export async function applyBatch(
  pool: Pool,
  events: readonly ProviderEvent[],
  { bodyDays = null, cache, aheadMs = 0 }: BatchOptions = {},
): Promise<Applied[]> {
  let target: Target = { pool, bodyDays, cache, aheadMs };
  const answers: Applied[] = [];
  let open: readonly Open[] = events.map((event, index) => ({ event, index }));
  let failures = 0;
  for (let round = 0; open.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error('The records kept changing');
    try {
      open = await applyOnce(target, open, answers);
    } catch (error) {
      if (lacksPartition(error) && target.bodyDays !== null) {
        target = { ...target, bodyDays: null };
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

/** Rejects when nothing was written; otherwise resolves to the events that must be decided again. */
async function applyOnce(target: Target, open: readonly Open[], answers: Applied[]): Promise<readonly Open[]> {
  const { pool, bodyDays, cache } = target;
  const decided = withoutOverlaps(await decideAll(target, open));
  // Until the commit, what the cache holds for these records may be outdated.
  for (const { event } of decided) cache?.forget(event);
  const writes = decided.map(({ write }) => write);
  const ledgerIds = await writeAll(pool, writes, bodyDays);
  for (const [place, ledgerId] of ledgerIds.entries()) {
    const one = decided[place] as Decided;
    if (ledgerId == null) continue;
    answers[one.index] = toApplied(one, ledgerId);
    cache?.keepWritten(recordsAfter(one));
  }
  return open.filter(({ index }) => !answers[index]);
}

/** The customer and the subscription as they are after the event. */
function recordsAfter({ known, write: { rows } }: Decided): (Customer | Subscription)[] {
  const { customer, subscription } = known;
  const unchanged = [customer, subscription].filter((row) => row !== null);
  return [...unchanged, ...rows.customer, ...rows.subscription] as (Customer | Subscription)[];
}

/** One by one, so that no event waits for another's record. */
async function applyAlone({ pool, ...rest }: Target, open: readonly Open[], answers: Applied[]): Promise<Applied[]> {
  for (const { index, event } of open) answers[index] = (await applyBatch(pool, [event], rest))[0] as Applied;
  return answers;
}

/** An operator removed today's partition by hand. */
function lacksPartition(error: unknown): boolean {
  return sqlState(error) === CHECK_VIOLATION && Object(error).table === 'webhook_event_body';
}

/** An event whose records are cached is decided from the cache if the write will verify it; the rest is read first. */
async function decideAll(target: Target, open: readonly Open[]): Promise<Decided[]> {
  const decided = new Map<number, Decided>();
  for (const one of open) {
    const read = target.cache?.find(one.event);
    const guess = read && decideOne(target, one, read);
    // A decision that changes no record has no version for the write to compare.
    if (guess && guess.write.rows.subscription.length > 0) decided.set(one.index, guess);
  }
  const unread = open.filter(({ index }) => !decided.has(index));
  if (unread.length > 0) {
    for (const one of await readAndDecide(target, unread)) decided.set(one.index, one);
  }
  return open.map(({ index }) => decided.get(index) as Decided);
}

async function readAndDecide(target: Target, open: readonly Open[]): Promise<Decided[]> {
  const reads = await readKnown(
    target.pool,
    open.map(({ event }) => event),
  );
  return open.map((one, place) => {
    const read = reads[place] as KnownNow;
    target.cache?.keepRead(read);
    return decideOne(target, one, read);
  });
}

function decideOne({ aheadMs }: Target, { index, event }: Open, { known, now }: KnownNow): Decided {
  const decision = decide(event, known, aheadMs === 0 ? now : plusMicroseconds(now, aheadMs * 1_000));
  return { index, event, known, decision, write: toWrite(event, known, decision) };
}

/**
 * PostgreSQL applies only one of two writes to the same row in one statement, for example a customer's deletion and an
 * event of one of its subscriptions. The later event is decided again.
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
