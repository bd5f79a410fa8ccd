import type { BillingClient } from './client.ts';
import type { FeedOptions } from './feed.ts';
import type { Access } from './generated/types.ts';

/** Where a reader keeps its rows: your database, or memory. */
export interface AccessStore {
  cursor(): Promise<string | null> | string | null;
  get(userId: string): Promise<Access | undefined> | Access | undefined;
  /**
   * Stores rows, in one transaction with the cursor if there is one; of two rows about a user the one with the later
   * `asOf` stays. `restart`: clears all rows first.
   */
  put(rows: Access[], page?: { cursor: string; restart: boolean }): Promise<void> | void;
}

export interface AccessReader {
  /** Keeps the rows up to date until the signal comes. Rejects only for what can't mend itself, such as a wrong key. */
  run(options?: Pick<FeedOptions, 'signal' | 'follow' | 'onAway'>): Promise<void>;
  /** What a user may use now, by the reader's rule: the row until its `endsAt`; then billing is asked. */
  accessOf(userId: string): Promise<Access>;
}

interface ReaderOptions {
  /** Default: memory, which a new process fills again from the start of the feed. */
  store?: AccessStore;
  /** Default: the machine's clock. */
  now?(): Date;
}

/** Keeps what users may use, from the change feed. The client's key needs the scopes `changes` and `read`. */
export function createReader(
  client: BillingClient,
  { store = memoryStore(), now = () => new Date() }: ReaderOptions = {},
): AccessReader {
  return {
    async run(options = {}) {
      for await (const { changes, cursor, restart } of client.feed({ ...options, cursor: await store.cursor() })) {
        const rows = changes.map(({ access }) => access);
        await store.put(rows, { cursor, restart });
      }
    },
    async accessOf(userId) {
      const row = await store.get(userId);
      if (row && (row.endsAt === null || now() < new Date(row.endsAt))) return row;
      const { access, source } = await client.as({ userId }).access();
      if (source === 'billing') await store.put([access]);
      return access;
    },
  };
}

function memoryStore(): AccessStore {
  const rows = new Map<string, Access>();
  let at: string | null = null;
  return {
    cursor: () => at,
    get: (userId) => rows.get(userId),
    put(changed, page) {
      if (page?.restart) rows.clear();
      for (const row of changed) {
        const known = rows.get(row.userId);
        if (!known || known.asOf <= row.asOf) rows.set(row.userId, row);
      }
      if (page) at = page.cursor;
    },
  };
}
