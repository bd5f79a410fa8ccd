import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const ANSWER_MS = 3_000;
const PROBE_EVERY_MS = 10_000;
const GOODBYE_MS = 500;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;
/** A connection that lasted less than this counts as another failure. */
const STEADY_MS = 5_000;

export interface ListenerOptions {
  url: string;
  /** The connection's name in PostgreSQL's statistics. */
  name: string;
  channel: string;
  onNotification(payload: string): void;
  /** From now on nothing is missed; earlier notifications may have been. */
  onListening(): void;
  /** Once per outage. */
  onLost(error: unknown): void;
}

export interface Listener {
  /** The first call connects. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Listens on a PostgreSQL channel over its own connection, which is reopened when it is lost: one after another, never
 * two at once. Every wait has a timeout; between attempts it pauses for a random time below a second, so that processes
 * don't reconnect in step.
 */
export function createListener(options: ListenerOptions): Listener {
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  return {
    // It outlives the call that starts it, and so leaves that call's trace out.
    start: AsyncResource.bind(() => {
      running ??= listenAgainAndAgain(options, closing.signal);
    }),
    async close() {
      closing.abort();
      await running;
    },
  };
}

async function listenAgainAndAgain(options: ListenerOptions, closing: AbortSignal): Promise<void> {
  let failures = 0;
  while (!closing.aborted) {
    let stoodSince = Number.POSITIVE_INFINITY;
    const onListening = () => {
      stoodSince = Date.now();
      options.onListening();
    };
    const error = await listenOnce({ ...options, onListening }, closing).catch((cause: unknown) => cause);
    if (closing.aborted) return;
    const stoodMs = Date.now() - stoodSince;
    if (failures === 0 || stoodMs >= 0) options.onLost(error);
    failures = stoodMs > STEADY_MS ? 0 : failures + 1;
    await sleep(pauseAfter(failures), undefined, { signal: closing, ref: false }).catch(() => undefined);
  }
}

function pauseAfter(failures: number): number {
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return most * (0.5 + Math.random() / 2);
}

/** Listens until the connection ends or is closed, and cleans up. Rejects with the reason for the loss. */
async function listenOnce({ url, name, ...on }: ListenerOptions, closing: AbortSignal): Promise<void> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => on.onNotification(payload ?? ''));
  const lost = once(client, 'end', { signal: closing });
  lost.catch(() => undefined);
  let probe: NodeJS.Timeout | undefined;
  try {
    await Promise.race([client.connect(), lost]);
    await Promise.race([client.query(`LISTEN ${on.channel}`), lost]);
    on.onListening();
    // A vanished peer sends nothing, and keep-alive alone takes hours to notice.
    probe = setInterval(() => client.query('SELECT 1').catch((error: Error) => socket.destroy(error)), PROBE_EVERY_MS);
    await lost;
  } finally {
    clearInterval(probe);
    await Promise.race([client.end(), sleep(GOODBYE_MS, undefined, { ref: false })]).catch(() => undefined);
    socket.destroy();
  }
}
