import type { Pool } from '../../database/client.ts';
import { isReadOnly, readSchemaState, type SchemaState } from '../../database/migrations.ts';
import { hasRoom } from '../../database/room.ts';
import { SET_ASIDE_AFTER } from '../jobs/retry.ts';

const GOOD_FOR_MS = 1_000;
/** How long "not full" is valid; a full disk is checked each time. */
const ROOM_FOR_MS = 10_000;

/** Whether requests can be served and, if not, the reason. */
export interface Readiness {
  /** `starting`: migrations run, or the database is waited for. */
  process: 'starting' | 'up' | 'stopping';
  /** `read-only`: a standby, or a guard's switch; `full`: its disk has no room. Webhooks fail in both. */
  database: 'up' | 'down' | 'read-only' | 'full';
  /** null, as below: unknown while the database is unavailable. */
  migrations: SchemaState | null;
  refetches: { waiting: number; oldestSeconds: number } | null;
}

export interface ReadinessSource {
  /** At most a second old: concurrent callers share one check of the database. */
  read(): Promise<Readiness>;
  /** From now on this process is not ready: it is about to stop. */
  leave(): void;
}

const REFETCHES = `SELECT count(*)::int AS waiting,
  coalesce(extract(epoch FROM clock_timestamp() - min("queuedAt")), 0)::float8 AS "oldestSeconds" FROM refetch
  WHERE attempts < ${SET_ASIDE_AFTER}`;

type SharedReadiness = Omit<Readiness, 'process'>;

const AWAY: SharedReadiness = { database: 'down', migrations: null, refetches: null };

export function isReady({ process, database, migrations }: Readiness): boolean {
  return process === 'up' && database === 'up' && migrations === 'applied';
}

/** Reads over `pool`, which user calls must not be able to exhaust. An answer is reused for `goodForMs`. */
export function createReadiness(pool: Pool, goodForMs = GOOD_FOR_MS): ReadinessSource {
  let process: Readiness['process'] = 'up';
  let seen: { at: number; what: SharedReadiness } | null = null;
  let looking: Promise<SharedReadiness> | null = null;
  let roomAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<SharedReadiness> {
    const [migrations, readOnly, { rows }] = await Promise.all([
      readSchemaState(pool),
      isReadOnly(pool),
      pool.query<NonNullable<SharedReadiness['refetches']>>(REFETCHES),
    ]);
    const database = readOnly ? 'read-only' : (await isFull()) ? 'full' : 'up';
    return { database, migrations, refetches: rows[0] ?? null };
  }

  async function isFull(): Promise<boolean> {
    if (Date.now() - roomAt < ROOM_FOR_MS) return false;
    if (!(await hasRoom(pool))) return true;
    roomAt = Date.now();
    return false;
  }

  async function lookOnce(): Promise<SharedReadiness> {
    const what = await look().catch(() => AWAY);
    seen = { at: Date.now(), what };
    looking = null;
    return what;
  }

  return {
    async read() {
      const fresh = seen && Date.now() - seen.at < goodForMs ? seen.what : null;
      looking = fresh ? looking : (looking ?? lookOnce());
      return { process, ...(fresh ?? ((await looking) as SharedReadiness)) };
    },
    leave() {
      process = 'stopping';
    },
  };
}
