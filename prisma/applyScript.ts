import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** SQL that is applied as a whole. */
export interface Script {
  kind: 'migration' | 'object';
  name: string;
  sql: string;
  /** False: one long statement that blocks no other, such as CREATE INDEX CONCURRENTLY. */
  transactional: boolean;
  /** Notes that it was applied, in the same transaction if there is one. */
  record(client: pg.Client, started: Date): Promise<unknown>;
}

interface Target {
  client: pg.Client;
  /** The database's URL, for a second connection. */
  url: string;
  log(message: string): void;
  signal: AbortSignal | undefined;
  /** Whether other processes may already use the tables. */
  inUse: boolean;
}

/** Statements queued behind our lock request wait as long as we do: at most `HOLD_MS` for all our locks together. */
const LOCK_TIMEOUT_MS = 300;
const HOLD_MS = 800;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 3_000;
const PATIENCE_MS = 30 * 60_000;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const CANCELED = '57014';

/** Applies and records a script as soon as it gets its locks without blocking other statements for long. */
export async function applyScript(script: Script, target: Target): Promise<void> {
  const { log, signal } = target;
  const title = `${script.kind === 'migration' ? 'Migration' : 'Object'} ${script.name}`;
  const deadline = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const error = await attempt(script, target);
    if (!error) return log(`Applied ${script.kind} ${script.name}`);
    signal?.throwIfAborted();
    if (!isBusy(error) || Date.now() > deadline)
      throw new Error(`${title} failed and changed nothing: ${error.message}`, { cause: error });
    if (pause === FIRST_PAUSE_MS) log(`${title} found a table in use (a backup?) and is retried until it is free`);
    await sleep(pause, undefined, { signal });
  }
}

async function attempt(script: Script, target: Target): Promise<Error | undefined> {
  try {
    await (script.transactional ? applyInTransaction : applyConcurrently)(script, target);
    return undefined;
  } catch (error) {
    await target.client.query('ROLLBACK').catch(() => {});
    return error as Error;
  }
}

function isBusy(error: Error): boolean {
  const { code } = error as pg.DatabaseError;
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK || code === CANCELED;
}

async function applyInTransaction(script: Script, target: Target): Promise<void> {
  const { client, inUse, signal } = target;
  const started = new Date();
  await client.query('BEGIN');
  if (inUse)
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL statement_timeout = ${HOLD_MS}`);
  const ends = inUse ? [AbortSignal.timeout(HOLD_MS)] : [];
  await within(target, AbortSignal.any(signal ? [...ends, signal] : ends), () => client.query(script.sql));
  await script.record(client, started);
  await client.query('COMMIT');
}

/**
 * Concurrent builds block no other statement; they wait for older transactions. Drops the rest of an interrupted build.
 */
async function applyConcurrently(script: Script, target: Target): Promise<void> {
  const { client, signal } = target;
  const started = new Date();
  const index = /CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS ("[^"]+"|\w+)/i.exec(script.sql)?.[1];
  if (index && (await isInvalid(client, index))) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
  await within(target, signal, () => client.query(script.sql));
  await script.record(client, started);
}

async function isInvalid(client: pg.Client, index: string): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT (indisvalid AND indisready)',
    [index],
  );
  return rows.length > 0;
}

/** Cancels the statement on the server when the signal is aborted. */
async function within<Result>(
  { client, url }: Target,
  signal: AbortSignal | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const cancel = () => void cancelBackend(url, rows[0]?.pid).catch(() => {});
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await run();
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

async function cancelBackend(connectionString: string, pid: number | undefined): Promise<void> {
  const second = new pg.Client({ connectionString });
  second.on('error', () => {});
  await second.connect();
  await second.query('SELECT pg_cancel_backend($1)', [pid]).finally(() => second.end());
}
