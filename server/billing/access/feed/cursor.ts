import { createHash } from 'node:crypto';
import { AppError } from '../../../errors.ts';

const CURSOR = /^([\w-]{12})\.(\d{1,15})$/;

/** A reader's position in the feed: a sequence number, and the epoch of the database that issued it. */
export function toCursor(epoch: string, number: number): string {
  return `${markOf(epoch)}.${number}`;
}

/** The number of a cursor; absent: the beginning. An invalid cursor is reported once the feed was read. */
export const numberIn = (cursor: string | undefined): number => Number(CURSOR.exec(cursor ?? '')?.[2] ?? 0);

/** Throws AppError cursor_gone for a cursor that this database did not issue, as far as it knows. */
export function checkCursor(cursor: string | undefined, { epoch, last }: { epoch: string; last: number }): void {
  if (cursor === undefined) return;
  const [, mark] = CURSOR.exec(cursor) ?? [];
  if (mark !== markOf(epoch) || numberIn(cursor) > last) throw new AppError('cursor_gone');
}

const markOf = (epoch: string) => createHash('sha256').update(`change feed ${epoch}`).digest('base64url').slice(0, 12);
