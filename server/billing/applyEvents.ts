import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../database/client.ts';
import { applyStatement } from './applyStatement.ts';
import type { EventWrite } from './eventWrite.ts';

export type Outcome = 'applied' | 'duplicate' | 'stale' | 'ignored' | 'unmatched' | 'failed';

/** What became of one event, and what it may have made possible for others. */
export interface Applied {
  outcome: Outcome;
  /** The ledger's row. */
  ledgerId: string;
  /** Whose records these are, when known. */
  userId: string | null;
  /** The same instant and rank as the last applied event: the provider's truth has been asked for. */
  tied: boolean;
  /** The record that an unmatched event waits for. */
  waitingFor: string | null;
  newCustomerId: string | null;
  newSubscriptionId: string | null;
}

interface Row extends Omit<Applied, 'outcome'> {
  n: number;
  outcome: Outcome | 'race';
}

const MAX_ATTEMPTS = 8;
const RETRIED_CODES = new Set(['40001', '40P01']);

/**
 * Applies events that share no record, in one statement and one commit; resolves after the commit, in the
 * order of the input. Serialization failures, deadlocks and races are repeated; everything else rejects.
 */
export async function applyEvents(pool: Pool, writes: readonly EventWrite[]): Promise<Applied[]> {
  const done: Applied[] = new Array(writes.length);
  let open = writes.map((write, n) => ({ ...write, n, raced: false }));
  for (let attempt = 1; open.length > 0; attempt += 1) {
    const rows = await runStatement(pool, open, attempt);
    const raced = new Set<number>();
    for (const { n, outcome, ...rest } of rows) {
      if (outcome === 'race') raced.add(n);
      else done[n] = { outcome, ...rest };
    }
    open = open.filter((row) => raced.has(row.n)).map((row) => ({ ...row, raced: true }));
    if (attempt === MAX_ATTEMPTS && open.length > 0) throw new Error('The records kept changing');
  }
  return done;
}

async function runStatement(pool: Pool, rows: readonly object[], attempt: number): Promise<Row[]> {
  try {
    const values = [JSON.stringify(rows)];
    return (await pool.query<Row>({ name: 'apply-events', text: applyStatement, values })).rows;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!RETRIED_CODES.has(code) || attempt >= MAX_ATTEMPTS) throw error;
    await sleep(Math.random() * 10 * 2 ** attempt);
    return runStatement(pool, rows, attempt + 1);
  }
}
