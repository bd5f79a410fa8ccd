import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../database/client.ts';
import { applyStatements } from './applyStatement.ts';
import type { EventWrite } from './eventWrite.ts';
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
  n: number;
  outcome: Outcome | 'race';
  /** Whether a record was written; a race may come after a part of the event was. */
  wrote: boolean;
}

const MAX_FAILURES = 8;
const MAX_ROUNDS = 100;
/** Serialization failure, deadlock, and two processes that insert one record at once (it has two unique keys). */
const RETRIED_CODES = new Set(['40001', '40P01', '23505']);

/**
 * Applies events that share no record, in one statement and one commit; resolves after the commit, in the
 * order of the input. Serialization failures, deadlocks and races are repeated; everything else rejects.
 */
export async function applyEvents(pool: Pool, writes: readonly EventWrite[]): Promise<Applied[]> {
  const answers: (Row | undefined)[] = writes.map(() => undefined);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const open = writes.flatMap((write, n) =>
      isSettled(answers[n]) ? [] : [{ ...write, n, wrote_before: answers[n]?.wrote }],
    );
    if (open.length === 0) return answers.filter(isSettled);
    for (const row of await runStatement(pool, open.sort(inOneOrder))) answers[row.n] = merge(answers[row.n], row);
  }
  throw new Error('The records kept changing');
}

/** Everyone locks records in this order, so that batches of two processes rarely wait for each other. */
function inOneOrder(a: EventWrite, b: EventWrite): number {
  return lockKey(a) < lockKey(b) ? -1 : 1;
}

function lockKey(write: EventWrite): string {
  return (
    write.customer_id ?? write.subscription_id ?? write.payment_subscription_id ?? write.payment_id ?? write.event_id
  );
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

function scopeOf(rows: readonly EventWrite[]): Scope {
  const goesBeyond = (row: EventWrite) => row.payment_id || row.checkout_session || row.customer_deleted;
  return rows.some(goesBeyond) ? 'everything' : 'subscriptions';
}

/** The statement's parameters: the rows as JSON, and all bodies as bytes. */
export function statementValues(rows: readonly EventWrite[]): [string, Buffer] {
  let at = 1;
  const columns = rows.map((row) => {
    const place = { ...row, body: undefined, body_at: at, body_size: row.body.length };
    at += row.body.length;
    return place;
  });
  return [JSON.stringify(columns), Buffer.concat(rows.map(({ body }) => body))];
}

async function runStatement(pool: Pool, rows: readonly EventWrite[], attempt = 1): Promise<Row[]> {
  try {
    const scope = scopeOf(rows);
    const query = { name: `apply-${scope}`, text: applyStatements[scope], values: statementValues(rows) };
    return (await pool.query<Row>(query)).rows;
  } catch (error) {
    if (!RETRIED_CODES.has(sqlState(error)) || attempt >= MAX_FAILURES) throw error;
    await sleep(Math.random() * 10 * 2 ** attempt);
    return runStatement(pool, rows, attempt + 1);
  }
}

/** PostgreSQL's five characters for an error; empty for errors of another kind. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** SQLSTATE classes 21 to 23 blame the values: the same event would be refused again. */
export function isRefusal(error: unknown): boolean {
  return /^2[123]...$/.test(sqlState(error));
}
