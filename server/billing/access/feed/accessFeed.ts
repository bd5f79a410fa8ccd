import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type FeedPage, numberChanges, readChanges, seedChanges } from '../../../database/reads/changes.ts';
import type { Billing } from '../../context.ts';
import type { Job } from '../../jobs/job.ts';
import { timestamp } from '../../records/view.ts';
import { accessAnswer } from '../accessAnswer.ts';
import { describeAccess } from '../answerAccess.ts';
import { decideAccess } from '../decideAccess.ts';
import { readSourcesOf } from '../readSources.ts';
import { checkCursor, numberIn, toCursor } from './cursor.ts';

const MOST_ROWS = 500;
const MOST_SECONDS = 25;
/** A committed change appears in the feed at most this much later, however many are waiting. */
const LOOK_EVERY_MS = 500;
const MINUTE_MS = 60_000;

const count = (most: number) => z.coerce.number().int().min(0).max(most);

/** From a query string. */
export const changesInput = z.object({
  after: z.string().max(100).optional(),
  limit: count(MOST_ROWS).min(1).default(100),
  wait: count(MOST_SECONDS).default(0),
});
export type ChangesInput = z.infer<typeof changesInput>;

export const changesPage = z.object({
  changes: z.array(
    z.object({
      cursor: z.string(),
      userId: z.string(),
      at: timestamp.describe('When the last change was written'),
      access: accessAnswer.describe('As of now, not as of the change'),
    }),
  ),
  cursor: z.string().describe('`after` of the next call'),
});
export type ChangesPage = z.infer<typeof changesPage>;

/**
 * The users whose access may have changed since a cursor, each once, with their current access. If there are none,
 * waits for the first until the timeout or the signal. Throws AppError cursor_gone.
 */
export async function listChanges(billing: Billing, input: ChangesInput, signal: AbortSignal): Promise<ChangesPage> {
  const { after, limit, wait } = input;
  const until = Date.now() + wait * 1_000;
  for (;;) {
    const page = await nextPage(billing, after, limit);
    const left = until - Date.now();
    if (page.rows.length > 0 || left <= 0 || signal.aborted) return describePage(billing, page, after);
    await sleep(Math.min(left, LOOK_EVERY_MS), undefined, { signal }).catch(() => {});
  }
}

async function nextPage({ database }: Billing, after: string | undefined, limit: number): Promise<FeedPage> {
  await numberChanges(database.pool);
  const page = await readChanges(database.pool, numberIn(after), limit);
  checkCursor(after, page);
  return page;
}

async function describePage(billing: Billing, { epoch, rows }: FeedPage, after: string | undefined) {
  const { database, plans, now } = billing;
  const ids = rows.map(({ userId }) => userId);
  const sources = ids.length > 0 ? await readSourcesOf(database.pool, ids) : new Map();
  const asOf = now();
  const changes = rows.map(({ userId, number, at }) => {
    const granted = decideAccess(plans, sources.get(userId) ?? [], asOf);
    const access = { ...describeAccess(plans, userId, granted), asOf: asOf.toISOString() };
    return { cursor: toCursor(epoch, number), userId, at: at.toISOString(), access };
  });
  return { changes, cursor: changes.at(-1)?.cursor ?? after ?? toCursor(epoch, 0) };
}

/** Numbers changes even when no one reads the feed, and adds owners from before the feed existed. */
export function changesJob({ database: { jobPool } }: Pick<Billing, 'database'>): Job {
  return {
    name: 'changes',
    everyMs: MINUTE_MS,
    limitMs: 60 * MINUTE_MS,
    runs: 'one',
    async run(signal) {
      while (await seedChanges(jobPool)) signal.throwIfAborted();
      while (await numberChanges(jobPool)) signal.throwIfAborted();
      return 'done';
    },
  };
}
