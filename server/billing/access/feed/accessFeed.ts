import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { enterTimeline, type FeedPage, readChanges, readPosition } from '../../../database/reads/changes.ts';
import type { With } from '../../context.ts';
import type { Job } from '../../jobs/job.ts';
import { timestamp } from '../../records/view.ts';
import { accessAnswer } from '../accessAnswer.ts';
import { describeAccess } from '../answerAccess.ts';
import { followAll, followOwners } from '../owners/followOwners.ts';
import { NO_RECORDS } from '../timeline/ownerRecords.ts';
import { readRecordsOf } from '../timeline/readRecords.ts';
import { accessAt, timeline } from '../timeline/timeline.ts';
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
export async function listChanges(
  billing: With<'database' | 'generation' | 'now' | 'plans'>,
  input: ChangesInput,
  signal: AbortSignal,
): Promise<ChangesPage> {
  const { after, limit, wait } = input;
  const until = Date.now() + wait * 1_000;
  for (;;) {
    const page = await nextPage(billing, after, limit);
    const left = until - Date.now();
    if (page.rows.length > 0 || left <= 0 || signal.aborted) return describePage(billing, page, after);
    await sleep(Math.min(left, LOOK_EVERY_MS), undefined, { signal }).catch(() => {});
  }
}

async function nextPage(
  billing: With<'database' | 'generation' | 'plans'>,
  after: string | undefined,
  limit: number,
): Promise<FeedPage> {
  const { database } = billing;
  await followOwners(billing, database.pool);
  const page = await readChanges(database.pool, numberIn(after), limit);
  checkCursor(after, page);
  return page;
}

async function describePage(billing: With<'database' | 'now' | 'plans'>, page: FeedPage, after: string | undefined) {
  const { database, plans, now } = billing;
  const { rows } = page;
  const ids = rows.map(({ userId }) => userId);
  const records = await readRecordsOf(database.pool, ids);
  // After the records: the reader is told of everything that they contain.
  const position = rows.length > 0 ? await readPosition(database.pool) : 0;
  const asOf = now();
  const changes = rows.map(({ userId, number, at }) => {
    const granted = accessAt(timeline(records.get(userId) ?? NO_RECORDS, plans), asOf);
    const access = { ...describeAccess(plans, userId, granted), asOf: asOf.toISOString() };
    return { cursor: toCursor(page, { number, position }), userId, at: at.toISOString(), access };
  });
  return { changes, cursor: changes.at(-1)?.cursor ?? after ?? toCursor(page, { number: 0, position }) };
}

/** Keeps stored access and the feed at most a second behind the records. */
export function changesJob(billing: With<'database' | 'generation' | 'plans'>): Job {
  return {
    name: 'changes',
    everyMs: LOOK_EVERY_MS,
    limitMs: 60 * MINUTE_MS,
    lateMs: 5 * MINUTE_MS,
    runs: 'all',
    recovers: true,
    async run(signal) {
      await enterTimeline(billing.database.jobPool);
      await followAll(billing, billing.database.jobPool, signal);
    },
  };
}
