import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangesPage } from '../../../billing/access/feed/accessFeed.ts';
import { ask } from '../../calls/ask.ts';
import type { Random } from '../random.ts';

const RETRY_MS = 20;
/** Time to reach the end of the feed after the last kill. */
const FINISH_MS = 60_000;

/** A program that gets access from the feed alone. */
export interface FeedReader {
  /** The latest access by user, without `asOf`. */
  known: ReadonlyMap<string, object>;
  figures(): { pages: number; 'calls broken off': number };
  /** Reads to the current end of the feed. Resolves to the refused requests. */
  finish(): Promise<string[]>;
}

/** Reads pages of random length; without an answer, it repeats the request with the same cursor. */
export function startFeedReader(url: string, key: string, random: Random): FeedReader {
  const known = new Map<string, object>();
  const refused: string[] = [];
  const seen = { pages: 0, brokenOff: 0, endsBy: Number.POSITIVE_INFINITY };
  let cursor = '';

  async function readPage(wait: number): Promise<ChangesPage['changes'] | null> {
    const query = new URLSearchParams({ limit: `${1 + random.below(200)}`, wait: `${wait}` });
    if (cursor) query.set('after', cursor);
    const answer = await ask(`${url}/api/payments/changes?${query}`, { headers: { authorization: `Bearer ${key}` } });
    if (answer.status !== 200) {
      if (answer.status && answer.status < 500) refused.push(`the feed answered ${answer.status}: ${answer.text}`);
      return null;
    }
    const page = JSON.parse(answer.text) as ChangesPage;
    cursor = page.cursor;
    for (const { userId, access } of page.changes) known.set(userId, withoutTime(access));
    return page.changes;
  }

  async function read(): Promise<void> {
    for (;;) {
      const isLast = seen.endsBy < Number.POSITIVE_INFINITY;
      if (performance.now() > seen.endsBy) refused.push('the end of the feed was not reached');
      const changes = await readPage(isLast ? 0 : 5);
      if (changes) seen.pages += 1;
      else seen.brokenOff += 1;
      if ((isLast && changes?.length === 0) || refused.length > 0) return;
      if (!changes) await sleep(RETRY_MS);
    }
  }

  const reading = read();
  return {
    known,
    figures: () => ({ pages: seen.pages, 'calls broken off': seen.brokenOff }),
    async finish() {
      seen.endsBy = Math.min(seen.endsBy, performance.now() + FINISH_MS);
      await reading;
      return refused;
    },
  };
}

/** An access without its time. */
export function withoutTime(access: object): object {
  return { ...access, asOf: null };
}
