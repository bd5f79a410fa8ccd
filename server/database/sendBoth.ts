import type pg from 'pg';

/** The second statement, sent before the first one's answer. */
export interface Sent<First, Second> {
  first: Promise<First[]>;
  second: Promise<Second[]>;
}

const ignored = () => {};

/**
 * Sends two statements over one connection of a pool with `pipeline`, in one turn: the second runs right after the
 * first one's commit, or failure, and sees it. Rejects if there is no connection; each rejects with its own error.
 */
export async function sendBoth<First extends pg.QueryResultRow, Second extends pg.QueryResultRow>(
  pool: pg.Pool,
  one: pg.QueryConfig,
  other: pg.QueryConfig,
): Promise<Sent<First, Second>> {
  const client = await pool.connect();
  // A lost connection rejects both, and the pool replaces it.
  client.on('error', ignored);
  const first = client.query<First>(one);
  const second = client.query<Second>(other);
  void Promise.allSettled([first, second]).then(() => {
    client.off('error', ignored);
    client.release();
  });
  return { first: first.then(({ rows }) => rows), second: second.then(({ rows }) => rows) };
}
