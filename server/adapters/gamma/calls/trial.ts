import type { PlanTerms } from '../../adapter.ts';
import { segment } from '../../http.ts';
import { type Price, priceFor } from '../../prices.ts';
import { fields, integer } from '../../read.ts';
import type { Send } from '../api.ts';

interface Trial {
  prices: readonly Price[];
  /** ISO 8601. */
  start: string;
  terms: PlanTerms;
}

/**
 * In a trial another product brings its own: its length counts from the trial's start, and where that is over, or the
 * product has none, the first period begins at once (polarsource/polar, server/polar/subscription/service.py,
 * `update_product`).
 */
export async function trialEndAfter(
  send: Send,
  { prices, start, terms: { plan, interval } }: Trial,
): Promise<string | null> {
  const { json } = await send('GET', `/v1/products/${segment(priceFor(prices, plan, interval))}`);
  const { trial_interval: unit, trial_interval_count: count } = fields(json);
  return endOf(new Date(start), unit, integer(count))?.toISOString() ?? null;
}

const DAY_MS = 86_400_000;
const days: Record<string, number> = { day: 1, week: 7 };
const months: Record<string, number> = { month: 1, year: 12 };

function endOf(start: Date, unit: unknown, count: number | undefined): Date | null {
  if (typeof unit !== 'string' || count === undefined) return null;
  const [ofDays, ofMonths] = [days[unit], months[unit]];
  if (ofDays) return new Date(start.getTime() + ofDays * count * DAY_MS);
  return ofMonths ? monthsAfter(start, ofMonths * count) : null;
}

/** The last day of a shorter month stands for the day. */
function monthsAfter(start: Date, count: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + count);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}
