import type { Pool } from '../database/client.ts';
import { areMigrationsApplied } from '../database/migrations.ts';
import { hasRoom } from '../database/room.ts';

const GOOD_FOR_MS = 1_000;
/** While there is room; a full disk is looked at each time. */
const ROOM_FOR_MS = 10_000;

/** Whether requests can be served, and why not. */
export interface Readiness {
  process: 'up' | 'stopping';
  /** `read-only`: a standby, or a guard's switch; `full`: its disk has no room. Webhooks fail in both. */
  database: 'up' | 'down' | 'read-only' | 'full';
  /** null: not known while the database is away. */
  migrations: 'applied' | 'missing' | null;
  settlements: { waiting: number; oldestSeconds: number } | null;
}

export interface ReadinessSource {
  /** As of at most a second ago: however many ask, one look at the database is under way. */
  read(): Promise<Readiness>;
  /** From now on this process is not ready: it is about to stop. */
  leave(): void;
}

const STATE = `SELECT
  pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS "readOnly",
  (SELECT count(*)::int FROM settlement) AS waiting,
  (SELECT coalesce(extract(epoch FROM clock_timestamp() - min("queuedAt")), 0)::float8 FROM settlement) AS oldest`;

interface State {
  readOnly: boolean;
  waiting: number;
  oldest: number;
}

type Seen = Omit<Readiness, 'process'>;

const AWAY: Seen = { database: 'down', migrations: null, settlements: null };

export function isReady({ process, database, migrations }: Readiness): boolean {
  return process === 'up' && database === 'up' && migrations === 'applied';
}

/** Reads over `pool`, which must be one that user calls cannot exhaust. */
export function createReadiness(pool: Pool): ReadinessSource {
  let process: Readiness['process'] = 'up';
  let seen: { at: number; what: Seen } | null = null;
  let looking: Promise<Seen> | null = null;
  let roomAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<Seen> {
    const [applied, { rows }] = await Promise.all([areMigrationsApplied(pool), pool.query<State>(STATE)]);
    const { readOnly, waiting, oldest } = rows[0] as State;
    return {
      database: readOnly ? 'read-only' : (await isFull()) ? 'full' : 'up',
      migrations: applied ? 'applied' : 'missing',
      settlements: { waiting, oldestSeconds: oldest },
    };
  }

  async function isFull(): Promise<boolean> {
    if (Date.now() - roomAt < ROOM_FOR_MS) return false;
    if (!(await hasRoom(pool))) return true;
    roomAt = Date.now();
    return false;
  }

  async function lookOnce(): Promise<Seen> {
    const what = await look().catch(() => AWAY);
    seen = { at: Date.now(), what };
    looking = null;
    return what;
  }

  return {
    async read() {
      const fresh = seen && Date.now() - seen.at < GOOD_FOR_MS ? seen.what : null;
      looking = fresh ? looking : (looking ?? lookOnce());
      return { process, ...(fresh ?? ((await looking) as Seen)) };
    },
    leave() {
      process = 'stopping';
    },
  };
}
