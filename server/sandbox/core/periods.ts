export const DAY_MS = 86_400_000;

/** Adds whole months in UTC. `anchor` gives the day of the month; shorter months use their last day. */
export function addMonths(at: number, months: number, anchor = at): number {
  const date = new Date(at);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const month = new Date(first);
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(new Date(anchor).getUTCDate(), lastDay);
  return first + (day - 1) * DAY_MS + (at - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}

/** The end of a period that starts at `start`. */
export function periodEnd(start: number, interval: 'month' | 'year', anchor: number): number {
  return addMonths(start, interval === 'year' ? 12 : 1, anchor);
}

/** The unused share of a period, 0 to 1. */
export function unusedShare(period: { start: number; end: number }, now: number): number {
  const length = period.end - period.start;
  return length <= 0 ? 0 : Math.min(1, Math.max(0, (period.end - now) / length));
}
