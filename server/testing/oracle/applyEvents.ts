import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../database/client.ts';
import { applyStatements } from './applyStatement.ts';
import type { EventColumns, EventWrite } from './eventWrite.ts';
import type { Scope } from './sql/input.ts';

export type Outcome = 'applied' | 'duplicate' | 'stale' | 'ignored' | 'unmatched' | 'failed';

/** What became of one event, and what it may have made possible for others. */
export interface Applied {
  outcome: Outcome;
  /** The ledger's row. */
  ledgerId: string;
  /** Whose records these are, when known. */
  userId: string | null;
  /** The same instant as another state: a reading of the provider's truth is queued. */
  tied: boolean;
  /** Our ids of records that `lookAgain` must visit after the commit. */
  lookAgain: string[];
}

interface Row extends Omit<Applied, 'outcome'> {
  /** The place in the statement's input, from 1. */
  n: number;
  outcome: Outcome | 'race';
  /** Whether a record was written; a race may come after a part of the event was. */
  wrote: boolean;
}

const MAX_FAILURES = 8;
const MAX_ROUNDS = 100;
/** Serialization failure, deadlock, and two processes that insert one record at once (it has two unique keys). */
const CHECK_VIOLATION = '23514';
const RETRIED_CODES = new Set(['40001', '40P01', '23505']);

/**
 * Applies events that share no record, in one statement and one commit; resolves after the commit, in the
 * order of the input. Serialization failures, deadlocks and races are repeated; everything else rejects.
 * `bodyDays`: the last day up to which bodies have partitions; null: they stay with their rows.
 */
export async function applyEvents(
  pool: Pool,
  writes: readonly EventWrite[],
  bodyDays: string | null = null,
): Promise<Applied[]> {
  const answers: (Row | undefined)[] = writes.map(() => undefined);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const all = writes.map((write, index): Try => ({ index, write, before: answers[index] }));
    const tries = all.filter(({ before }) => !isSettled(before)).sort(inOneOrder);
    if (tries.length === 0) return answers.filter(isSettled);
    for (const row of await runStatement(pool, { tries, bodyDays })) {
      const { index, before } = tries[row.n - 1] as Try;
      answers[index] = merge(before, row);
    }
  }
  throw new Error('The records kept changing');
}

interface Try {
  /** In the caller's list. */
  index: number;
  write: EventWrite;
  /** What a race left of the last one. */
  before: Row | undefined;
}

/** Everyone locks records in this order, so that batches of two processes rarely wait for each other. */
function inOneOrder(a: Try, b: Try): number {
  return lockKey(a.write.columns) < lockKey(b.write.columns) ? -1 : 1;
}

function lockKey(columns: EventColumns): string {
  const { customer_id, subscription_id, payment_subscription_id, payment_id, event_id } = columns;
  return customer_id ?? subscription_id ?? payment_subscription_id ?? payment_id ?? event_id;
}

function isSettled(row: Row | undefined): row is Row & Applied {
  return row !== undefined && row.outcome !== 'race';
}

/** What a round wrote before it met a race stays written. */
function merge(before: Row | undefined, row: Row): Row {
  if (!before) return row;
  const lookAgain = [...new Set([...before.lookAgain, ...row.lookAgain])];
  return { ...row, wrote: before.wrote || row.wrote, tied: before.tied || row.tied, lookAgain };
}

function scopeOf(tries: readonly Try[]): Scope {
  const goesBeyond = ({ write: { columns } }: Try) =>
    columns.payment_id || columns.checkout_session || columns.customer_deleted;
  return tries.some(goesBeyond) ? 'everything' : 'subscriptions';
}

/** The statement's parameters; `input` in `sql/input.ts` and `STAYS_INLINE` say what they are. */
export function statementValues(
  tries: readonly Pick<Try, 'write' | 'before'>[],
  bodyDays: string | null = null,
): [string, Buffer, number[], boolean[], string | null] {
  const bodies = tries.map(({ write }) => write.body);
  const places = [1];
  for (const body of bodies) places.push((places.at(-1) ?? 1) + body.length);
  const columns = JSON.stringify(tries.map(({ write }) => write.columns));
  return [columns, Buffer.concat(bodies), places, tries.map(({ before }) => before?.wrote ?? false), bodyDays];
}

interface Run {
  tries: readonly Try[];
  bodyDays: string | null;
}

async function runStatement(pool: Pool, { tries, bodyDays }: Run, attempt = 1): Promise<Row[]> {
  try {
    const scope = scopeOf(tries);
    const query = { name: `apply-${scope}`, text: applyStatements[scope], values: statementValues(tries, bodyDays) };
    return (await pool.query<Row>(query)).rows;
  } catch (error) {
    if (lacksPartition(error)) return runStatement(pool, { tries, bodyDays: null }, attempt);
    if (!RETRIED_CODES.has(sqlState(error)) || attempt >= MAX_FAILURES) throw error;
    await sleep(Math.random() * 10 * 2 ** attempt);
    return runStatement(pool, { tries, bodyDays }, attempt + 1);
  }
}

/** Somebody removed today's partition by hand. */
function lacksPartition(error: unknown): boolean {
  return sqlState(error) === CHECK_VIOLATION && Object(error).table === 'webhook_event_body';
}

/** PostgreSQL's five characters for an error; empty for errors of another kind. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** SQLSTATE classes 21 to 23 blame the values: the same event would be refused again. */
export function isRefusal(error: unknown): boolean {
  return /^2[123]...$/.test(sqlState(error));
}
