/**
 * Rows that wait to be worked on by any process: `mail`, `refetch`, `owner_check` and `adoption`. Each has `dueAt` and
 * `attempts`.
 */
interface Queue {
  table: string;
  /** The columns of its primary key. */
  key: string;
  /** How many rows a process takes at once. */
  atOnce: number;
  returning: string;
  /** A condition; absent: all that are due. */
  where?: string;
  /** Expressions: which come first; default: those that are due for the longest. */
  order?: string;
  /** Longer than the work on a row takes; default: 30. */
  seconds?: number;
}

export const CLAIM_SECONDS = 30;

/** Claims due rows for this process. If it dies, they are due again when the claim is over. An SQL statement. */
export const claimDue = ({
  table,
  key,
  atOnce,
  returning,
  where = 'true',
  order = '"dueAt"',
  seconds = CLAIM_SECONDS,
}: Queue) => `
  UPDATE ${table} SET attempts = attempts + 1, "dueAt" = clock_timestamp() + interval '${seconds} seconds'
  WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE "dueAt" <= clock_timestamp() AND ${where}
    ORDER BY ${order} LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
  RETURNING ${returning}`;

/** After 2, 4, 8, … seconds, at most ten minutes. An SQL expression, of seconds. */
export const backOffSeconds = (attempts: string) => `least(600, power(2, least(${attempts}, 10)))`;
