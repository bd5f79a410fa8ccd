import type { With } from '../../context.ts';
import type { Changeable } from './changeable.ts';
import { conflict } from './conflicts.ts';

/** How long a preview is valid. */
const HOLDS_MS = 15 * 60_000;

type Subject = Pick<Changeable, 'live'>;

/** The time from which the rest of the period is counted, in whole seconds, always within the period. */
export function prorationDate({ now }: With<'now'>, { live }: Subject): Date {
  const second = Math.floor(now().getTime() / 1000) * 1000;
  const { currentPeriodStart: start, currentPeriodEnd: end } = live;
  return new Date(Math.min(Math.max(second, start.getTime()), end.getTime()));
}

/**
 * A preview's date, if it is still valid. Throws AppError change_not_possible: otherwise callers could choose a cheaper
 * date.
 */
export function usableDate(billing: With<'now'>, asked: Subject, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const age = prorationDate(billing, asked).getTime() - Date.parse(given);
  const isOfPeriod = Date.parse(given) >= asked.live.currentPeriodStart.getTime();
  if (age < 0 || age > HOLDS_MS || !isOfPeriod) throw conflict('preview_expired');
  return given;
}
