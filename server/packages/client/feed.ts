import { BillingError, type Call } from './call.ts';
import type { AccessChange, ChangesPage } from './generated/types.ts';

export interface FeedOptions {
  /** The last page's `cursor` that was stored; absent: everybody, from the start. */
  cursor?: string | null;
  /** Users a page, 1 to 500. Default: 500. */
  limit?: number;
  /** Ends the feed; the iterator then returns. */
  signal?: AbortSignal;
  /** false: it ends when nothing more is there. Default: it waits for changes, for ever. */
  follow?: boolean;
  /** Hears of each failed try; the next comes by itself, after at most 30 s. */
  onAway?(error: BillingError): void;
}

export interface FeedPage {
  /** Whose access may have changed, with what they may use now; each user once. */
  changes: AccessChange[];
  /** Store it in the transaction that stores the changes. */
  cursor: string;
  /** Billing was restored from a backup and began anew: clear the table first, in the same transaction. */
  restart: boolean;
}

const WAIT_SECONDS = 25;
const MOST_PAUSE_MS = 30_000;

/**
 * Pages of the change feed. A page counts once the caller asks for the next; who stops in between gets it again with the
 * cursor that was stored. While billing is away it tries again; what can't mend itself (a wrong key) is thrown.
 */
export async function* followChanges(
  call: Call,
  headers: Record<string, string>,
  { cursor: first, limit = 500, signal, follow = true, onAway }: FeedOptions,
): AsyncGenerator<FeedPage, void, undefined> {
  let cursor = first ?? undefined;
  let restart = false;
  let tries = 0;
  while (!signal?.aborted) {
    try {
      const page = await readPage(call, headers, { cursor, limit, signal, wait: follow ? WAIT_SECONDS : 0 });
      tries = 0;
      if (page.changes.length > 0 || page.cursor !== cursor || restart) yield { ...page, restart };
      if (!follow && page.changes.length === 0) return;
      cursor = page.cursor;
      restart = false;
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof BillingError)) throw error;
      if (error.status === 410 && cursor !== undefined) {
        cursor = undefined;
        restart = true;
        continue;
      }
      if (!error.isAway) throw error;
      onAway?.(error);
      tries += 1;
      await pause(pauseOf(error, tries), signal);
    }
  }
}

interface Wish {
  cursor: string | undefined;
  limit: number;
  wait: number;
  signal: AbortSignal | undefined;
}

async function readPage(call: Call, headers: Record<string, string>, { cursor, limit, wait, signal }: Wish) {
  const after = cursor === undefined ? '' : `&after=${encodeURIComponent(cursor)}`;
  const path = `/api/payments/changes?limit=${limit}&wait=${wait}${after}`;
  const timeoutMs = (wait + 15) * 1_000;
  return (await call({ path, headers, timeoutMs, ...(signal ? { signal } : {}) })).body as ChangesPage;
}

/** Longer with each try, and never the same for many programs that billing lost at once. */
function pauseOf({ retryAfterSeconds = 0 }: BillingError, tries: number): number {
  const most = Math.min(MOST_PAUSE_MS, 250 * 2 ** Math.min(tries, 10));
  return Math.max(retryAfterSeconds * 1_000, most * (0.5 + Math.random() / 2));
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
