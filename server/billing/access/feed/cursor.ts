import type { FeedPage, FeedTimeline } from '../../../database/reads/changes.ts';
import { AppError } from '../../../errors.ts';

const CURSOR = /^([\w-]{12})\.(\d{1,15})\.(\d{1,15})$/;

/** A reader's position in the feed. */
export interface Cursor {
  /** Of the timeline that issued it. */
  mark: string;
  /** Changes up to this number were read. */
  number: number;
  /** What was read is in the WAL up to here. */
  position: number;
}

type Numbers = Pick<Cursor, 'number' | 'position'>;

/** A cursor of the server's own timeline. */
export function toCursor({ timelines }: Pick<FeedPage, 'timelines'>, { number, position }: Numbers): string {
  return `${timelines.at(-1)?.mark}.${number}.${position}`;
}

/** The number of a cursor; absent: the beginning. An invalid cursor is reported once the feed was read. */
export const numberIn = (cursor: string | undefined): number => Number(CURSOR.exec(cursor ?? '')?.[2] ?? 0);

/**
 * Throws AppError cursor_gone for a cursor that this database did not issue, and for one whose reader was told of
 * commits that a promotion lost.
 */
export function checkCursor(cursor: string | undefined, page: Pick<FeedPage, 'timelines' | 'last'>): void {
  if (cursor === undefined) return;
  const [, mark = '', number, position] = CURSOR.exec(cursor) ?? [];
  const issued = page.timelines.findIndex((timeline) => timeline.mark === mark);
  const isKept = issued >= 0 && page.timelines.slice(issued).every(keeps(Number(position)));
  if (!isKept || Number(number) > page.last) throw new AppError('cursor_gone');
}

/** Of one timeline that nobody noted, it is unknown where it began. */
const keeps =
  (position: number) =>
  (each: FeedTimeline, index: number, [first]: FeedTimeline[]) =>
    index === 0 || (each.timeline === (first?.timeline ?? 0) + index && position <= each.begunAt);
