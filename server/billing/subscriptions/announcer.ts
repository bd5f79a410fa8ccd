import { AsyncResource } from 'node:async_hooks';
import type { Pool } from '../../database/client.ts';
import type { Log } from '../context.ts';
import { CHANNEL } from './pageStreams.ts';

const PAUSE_MS = 100;
const NOTIFY = `SELECT pg_notify('${CHANNEL}', name) FROM unnest($1::text[]) AS name`;

export interface Announcer {
  /** Notifies this user's open pages, in every process, that a record change was committed. */
  announce(userId: string): void;
  /** Waits for announcements in progress. */
  close(): Promise<void>;
}

/**
 * Announces changes outside the commits that make them, because NOTIFY in a transaction makes all commits of a database
 * wait for one another. The first change is announced at once, later ones within 100 ms are grouped. If this process
 * dies only the notification is lost; pages also poll.
 */
export function createAnnouncer(pool: Pool, log: Log): Announcer {
  let names = new Set<string>();
  let telling: Promise<void> | null = null;
  let pause: NodeJS.Timeout | null = null;

  async function tell(): Promise<void> {
    const told = [...names];
    names = new Set();
    try {
      await pool.query({ name: 'announce', text: NOTIFY, values: [told] });
    } catch (error) {
      log.warn({ err: error }, 'Open pages were not notified of a change');
    }
  }

  /** For several callers at once: in the trace of none. */
  const next = AsyncResource.bind(() => {
    if (telling || pause || names.size === 0) return;
    telling = tell().then(() => {
      telling = null;
      pause = setTimeout(() => {
        pause = null;
        next();
      }, PAUSE_MS).unref();
    });
  });

  return {
    announce(userId) {
      names.add(userId);
      next();
    },
    async close() {
      await telling;
      if (pause) clearTimeout(pause);
      if (names.size > 0) await tell();
    },
  };
}
