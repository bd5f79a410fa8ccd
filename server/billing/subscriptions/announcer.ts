import type { Pool } from '../../database/client.ts';
import type { Log } from '../context.ts';
import { CHANNEL } from './changeFeed.ts';

const PAUSE_MS = 100;
const NOTIFY = `SELECT pg_notify('${CHANNEL}', name) FROM unnest($1::text[]) AS name`;

export interface Announcer {
  /** Tells the open pages of this user, at every process, that a record was changed and committed. */
  announce(userId: string): void;
  /** Waits for what is being announced. */
  close(): Promise<void>;
}

/**
 * Announces changes apart from the commits that make them: NOTIFY in a transaction makes all commits of a database
 * wait for one another. The first change is told at once, what follows within 100 ms together. What is lost with
 * this process is only the news; pages also ask by themselves.
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
      log.warn({ err: error }, 'Open pages were not told of a change');
    }
  }

  function next(): void {
    if (telling || pause || names.size === 0) return;
    telling = tell().then(() => {
      telling = null;
      pause = setTimeout(() => {
        pause = null;
        next();
      }, PAUSE_MS).unref();
    });
  }

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
