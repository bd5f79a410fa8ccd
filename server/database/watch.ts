import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Backend, backendOf, CONNECT_TIMEOUT_MS } from './pool.ts';

const EVERY_MS = 3_000;
const ANSWER_MS = 1_000;

/** What the server behind the database's address says. */
interface ServerState {
  isReadOnly: boolean;
  /** Those of our connections that it has. */
  backends: string[];
}

const ASK = `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  ARRAY(SELECT pid || ' ' || extract(epoch FROM backend_start) FROM pg_stat_activity
    WHERE usename = current_user AND pid || ' ' || extract(epoch FROM backend_start) = ANY($1)) AS backends`;

/**
 * No connection outlives the role of its server. Every three seconds the server behind the address is asked which of
 * our connections it has, and those that it lacks are destroyed: their host vanished without a word, or was a standby.
 * So are those that a setting keeps read-only where it isn't. What ran on them rejects.
 */
export function watchConnections(url: string, pools: readonly pg.Pool[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const clients = new Set<pg.Client>();
  for (const pool of pools) {
    pool.on('connect', (client) => clients.add(client as pg.Client));
    pool.on('remove', (client) => clients.delete(client as pg.Client));
  }
  const own = ownConnection(url);

  async function look(): Promise<void> {
    const asked = [...clients];
    // The own connection may be one of those that lead nowhere: the second attempt uses another one.
    const said = await own.ask(asked).catch(() => own.ask(asked));
    for (const client of asked) {
      const backend = backendOf(client);
      if (backend && isLeft(backend, said)) client.connection.stream.destroy();
    }
  }

  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      // While the database is away nothing is known.
      if (clients.size > 0 && !stopping.signal.aborted) await look().catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
      await own.close();
    },
  };
}

const isLeft = ({ id, isReadOnly }: Backend, said: ServerState) =>
  !said.backends.includes(id) || (isReadOnly && !said.isReadOnly);

/** Opened anew after an error, and while its server is read-only. */
function ownConnection(url: string) {
  let client: pg.Client | null = null;

  async function close(): Promise<void> {
    const closing = client;
    client = null;
    await closing?.end().catch(() => undefined);
  }

  async function open(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'subscription-payments watch',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_MS,
    });
    opened.on('error', () => undefined);
    await opened.connect();
    return opened;
  }

  return {
    close,
    async ask(clients: readonly pg.Client[]): Promise<ServerState> {
      try {
        client ??= await open();
        const { rows } = await client.query<ServerState>(ASK, [clients.map((each) => backendOf(each)?.id ?? '')]);
        const said = rows[0] as ServerState;
        if (said.isReadOnly) await close();
        return said;
      } catch (error) {
        client?.connection.stream.destroy();
        client = null;
        throw error;
      }
    },
  };
}
