import type { Pool } from '../../database/client.ts';
import { LOOK_AGAIN, MOST_AT_ONCE } from './sql/lookAgain.ts';

/** Looks at records (our ids of customers and subscriptions) again; resolves to the ledger ids of events that can be applied now, oldest first. */
export type LookAgain = (recordIds: readonly string[]) => Promise<string[]>;

/** A waiting event, and the records that it may wait for. */
interface Due {
  id: string;
  records: (string | null)[];
}

/** A look that takes longer (a held lock) no longer makes the next one wait. */
const SLOW_MS = 50;

/**
 * Gathers what is asked for while a look is under way. Everyone asks after their own commit, so the look that comes
 * next sees it.
 */
export function createLookAgain(pool: Pool): LookAgain {
  let last: Promise<unknown> = Promise.resolve();
  let asked = new Set<string>();
  let next: Promise<Due[]> | null = null;

  async function lookNext(): Promise<Due[]> {
    await doneOrSlow(last);
    const ids = [...asked];
    asked = new Set();
    next = null;
    const look = lookAt(pool, ids);
    last = look;
    return look;
  }

  return async (recordIds) => {
    for (const id of recordIds) asked.add(id);
    next ??= lookNext();
    const found = await next;
    const due = found.length < MOST_AT_ONCE ? found : await lookAt(pool, recordIds);
    return due.flatMap(({ id, records }) => (records.some((name) => name && recordIds.includes(name)) ? [id] : []));
  };
}

async function lookAt(pool: Pool, recordIds: readonly string[]): Promise<Due[]> {
  for (;;) {
    const { rows } = await pool.query<{ raced: boolean; due: Due[] }>({
      ...{ name: 'look-again', text: LOOK_AGAIN, values: [recordIds] },
    });
    if (rows[0] && !rows[0].raced) return rows[0].due;
  }
}

function doneOrSlow(look: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SLOW_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    look.then(done, done);
  });
}
