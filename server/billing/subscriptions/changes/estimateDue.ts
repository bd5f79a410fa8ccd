import type { Subscription } from '../../../database/generated/client.ts';
import { toMinorUnits } from '../../plans/money.ts';
import { monthsAfter } from '../../records/instant.ts';
import { pendingIn } from '../../records/scheduledChange.ts';
import type { JudgedPlan } from './judgePlan.ts';

/** What a change would charge at once, in minor units: the new price minus the old one for the rest of the period. */
export function estimateDue(live: Subscription, { paid, wanted }: JudgedPlan, at: Date): number {
  const [start, end] = [live.currentPeriodStart.getTime(), live.currentPeriodEnd.getTime()];
  const share = end > start ? Math.min(1, Math.max(0, (end - at.getTime()) / (end - start))) : 0;
  const credit = Math.round((toMinorUnits(paidAmount(live), live.currency) ?? 0) * share);
  const isOwnPeriod = paid.interval !== wanted.interval;
  const due = isOwnPeriod ? wanted.minorUnits : Math.round(wanted.minorUnits * share);
  return Math.max(0, due - credit);
}

function paidAmount(live: Subscription): string {
  const pending = pendingIn(live);
  return (pending?.kind === 'plan' && pending.from.amount) || live.amount;
}

/** The end of a period that begins then. */
export function afterInterval(at: Date, interval: string): Date {
  return monthsAfter(at, interval === 'year' ? 12 : 1);
}
