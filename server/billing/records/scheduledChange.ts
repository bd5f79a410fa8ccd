import { z } from 'zod';
import { hasEnded, isPaused } from './subscription.ts';
import { decimal, timestamp } from './view.ts';

const terms = z.object({
  plan: z.string(),
  interval: z.string(),
  quantity: z.int(),
  amount: decimal.nullable().describe('For a whole period; null: not known'),
});
const priced = terms.extend({ priceId: z.string().nullable() });
const made = { at: timestamp, from: priced.extend({ periodEnd: timestamp }) };

/** A change that waits for the end of the period, and the state that it was made from. */
const scheduledChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('plan'),
    to: priced,
    /** `price`: the provider already has the new price, while the old plan is still paid for. */
    waitsAs: z.enum(['schedule', 'price']),
    ...made,
  }),
  z.object({ kind: z.literal('pause'), ...made }),
]);
export type ScheduledChange = z.infer<typeof scheduledChange>;

/** `lapsed`: the subscription no longer matches the state that the change was made from. */
type Progress = 'pending' | 'made' | 'lapsed';

/** The fields that determine a change's status; rows and their views have them. */
export interface ScheduleSource {
  status: string;
  standing: string;
  plan: string;
  interval: string;
  priceId: string | null;
  quantity: number | null;
  currentPeriodEnd: Date;
  scheduledChange: unknown;
}

/** null: no change was requested, or the subscription has ended. */
export function scheduledIn(row: ScheduleSource): { change: ScheduledChange; progress: Progress } | null {
  // Most rows have none, and they are read with every answer.
  if (row.scheduledChange === null || hasEnded(row.status)) return null;
  return readScheduled(row);
}

function readScheduled(row: ScheduleSource) {
  const read = scheduledChange.safeParse(row.scheduledChange);
  if (!read.success) return null;
  return { change: read.data, progress: progressOf(read.data, row) };
}

export function pendingIn(row: ScheduleSource): ScheduledChange | null {
  const scheduled = scheduledIn(row);
  return scheduled?.progress === 'pending' ? scheduled.change : null;
}

function progressOf(change: ScheduledChange, row: ScheduleSource): Progress {
  const isSamePeriod = row.currentPeriodEnd.getTime() === Date.parse(change.from.periodEnd);
  if (change.kind === 'pause') {
    if (isPaused(row)) return 'made';
    return isSamePeriod && isSold(row, change.from) ? 'pending' : 'lapsed';
  }
  const isThere = isSold(row, change.to);
  if (isSamePeriod && (isSold(row, change.from) || (isThere && change.waitsAs === 'price'))) return 'pending';
  return isThere ? 'made' : 'lapsed';
}

function isSold(row: ScheduleSource, terms: { priceId: string | null; quantity: number }): boolean {
  return row.priceId === terms.priceId && (row.quantity ?? 1) === terms.quantity;
}

/**
 * The same with the plan that is paid for, if the provider already has the next price; also of one that ended before
 * that price began.
 */
export function asPaid<Row extends ScheduleSource & { amount?: string; amountKnown?: boolean }>(row: Row): Row {
  const read = row.scheduledChange === null ? null : readScheduled(row);
  const change = read?.progress === 'pending' ? read.change : null;
  if (change?.kind !== 'plan' || change.waitsAs !== 'price') return row;
  const { plan, interval, quantity, amount } = change.from;
  return { ...row, plan, interval, quantity, amount: amount ?? undefined, amountKnown: amount !== null };
}
