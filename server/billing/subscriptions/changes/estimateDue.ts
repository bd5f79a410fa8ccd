import { subscriptionIntervals } from '../../../adapters/adapter.ts';
import type { Subscription } from '../../../database/generated/client.ts';
import { type Catalogue, paidPlan } from '../../../plans/catalogue.ts';
import { toMinorUnits } from '../../../plans/money.ts';
import { monthsAfter } from '../../records/instant.ts';
import { pendingIn } from '../../records/scheduledChange.ts';
import type { JudgedPlan } from './judgePlan.ts';

type Charged = Parameters<typeof pendingIn>[0] &
  Pick<Subscription, 'amount' | 'currency' | 'currentPeriodStart' | 'currentPeriodEnd' | 'taxIncluded'>;

interface Change {
  judged: JudgedPlan;
  at: Date;
}

/**
 * What a change would charge at once, in minor units: the new price minus the old one for the rest of the period; both
 * without the tax if the provider adds it.
 */
export function estimateDue(plans: Catalogue, live: Charged, { judged, at }: Change): number {
  const { paid, wanted } = judged;
  const [start, end] = [live.currentPeriodStart.getTime(), live.currentPeriodEnd.getTime()];
  const share = end > start ? Math.min(1, Math.max(0, (end - at.getTime()) / (end - start))) : 0;
  const credit = Math.round(
    (beforeTax(plans, live, judged) ?? toMinorUnits(paidAmount(live), live.currency) ?? 0) * share,
  );
  const isOwnPeriod = paid.interval !== wanted.interval;
  const due = isOwnPeriod ? wanted.minorUnits : Math.round(wanted.minorUnits * share);
  return Math.max(0, due - credit);
}

/** The price of the paid plan, where its amount holds a tax that the new price doesn't; undefined: it doesn't. */
function beforeTax(plans: Catalogue, live: Charged, { paid, wanted }: JudgedPlan): number | undefined {
  if (live.taxIncluded !== true || wanted.taxIncluded !== false) return undefined;
  const interval = subscriptionIntervals.find((name) => name === paid.interval);
  const unit = interval && paidPlan(plans, paid.plan)?.prices[interval];
  return unit && unit.minorUnits * paid.quantity;
}

function paidAmount(live: Charged): string {
  const pending = pendingIn(live);
  return (pending?.kind === 'plan' && pending.from.amount) || live.amount;
}

/** The end of a period that begins then. */
export function afterInterval(at: Date, interval: string): Date {
  return monthsAfter(at, interval === 'year' ? 12 : 1);
}
