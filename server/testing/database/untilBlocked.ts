import type { ClientBase, Pool } from 'pg';
import { until } from '../run/until.ts';

const BLOCKED = `SELECT count(*)::int AS blocked FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/** Waits until this many sessions of the database wait for a lock. */
export const untilBlocked = (by: Pool | ClientBase, sessions = 1): Promise<void> =>
  until(`${sessions} sessions wait for a lock`, async () => {
    const { rows } = await by.query<{ blocked: number }>(BLOCKED);
    return (rows[0]?.blocked ?? 0) >= sessions;
  });
