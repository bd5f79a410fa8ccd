import type pg from 'pg';

type Callback = (error: Error | undefined, result: unknown) => void;
type Query = (...given: unknown[]) => Promise<unknown> | undefined;

/**
 * Closes the connection if a query's answer doesn't arrive within `ms` (a frozen server, a lost network): the query
 * rejects, and the pool never reuses the connection. pg's own `query_timeout` does this by assigning a function to each
 * query; V8 puts assigned functions into the old generation, where each would keep its whole request until the next
 * major collection.
 */
export function boundQueries(client: pg.Client, ms: number): void {
  const query = client.query.bind(client) as Query;
  const breakOff = () => client.connection.stream.destroy();
  const bounded: Query = (...given) => {
    const timer = setTimeout(breakOff, ms);
    const callback = given.at(-1);
    if (typeof callback !== 'function') return query(...given)?.finally(() => clearTimeout(timer));
    const answered: Callback = (error, result) => {
      clearTimeout(timer);
      callback(error, result);
    };
    return query(...given.slice(0, -1), answered);
  };
  Object.assign(client, { query: bounded });
}
