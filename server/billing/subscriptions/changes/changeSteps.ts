import type { PlanChange, PlanTerms, SubscriptionChange } from '../../../adapters/adapter.ts';
import type { With } from '../../context.ts';
import { asPaid, pendingIn, type ScheduledChange } from '../../records/scheduledChange.ts';
import type { Changeable } from './changeable.ts';
import type { ChangeRequest, NamedKind, PlanRequest } from './changeInput.ts';
import { conflict } from './conflicts.ts';
import { amountOf, type JudgedPlan, judgePlan } from './judgePlan.ts';
import { obstacleOf } from './obstacles.ts';
import { usableDate } from './prorationDate.ts';

/** The provider calls to make in order, and the change that then waits for the end of the period. */
export interface ChangeSteps {
  calls: SubscriptionChange[];
  scheduled: ScheduledChange | null;
}

/** The same for a plan change, with its meaning. */
export interface PlanSteps extends ChangeSteps {
  judged: JudgedPlan;
}

/** Throws AppError: invalid_body, change_not_possible. */
export function changeSteps(
  billing: With<'now' | 'plans' | 'prices'>,
  given: Changeable,
  request: ChangeRequest,
): ChangeSteps {
  return 'plan' in request ? planSteps(billing, given, request) : namedSteps(given, request.kind);
}

/** Throws AppError: invalid_body, change_not_possible. */
export function planSteps(
  billing: With<'now' | 'plans' | 'prices'>,
  given: Changeable,
  request: PlanRequest,
): PlanSteps {
  const judged = judgePlan(billing, given, request);
  const back = undoing(judged.pending);
  if (judged.when === 'none') return { judged, calls: back, scheduled: null };
  if (judged.when === 'period_end') {
    // A waiting price change starts from the price that is paid for, so that the record holds both at any moment.
    const calls = judged.pending?.kind === 'pause' || given.adapter.changes.waitsAs === 'price' ? back : [];
    const planned = planCall(judged, given.live.quantity ?? 1);
    return { judged, calls: [...calls, { ...planned, since: 'period_end' }], scheduled: toScheduled(given, judged) };
  }
  const prorationDate = usableDate(billing, given, request.prorationDate);
  const change = { ...planCall(judged, judged.paid.quantity), prorationDate };
  // A scheduled change is dropped only once the new plan is paid, unless it changed the price that the proration starts
  // from.
  const isFirst = given.adapter.changes.waitsAs === 'price';
  return { judged, calls: isFirst ? [...back, change] : [change, ...back], scheduled: null };
}

/** Seats are sent only if they alone change. */
function planCall({ wanted }: JudgedPlan, seats: number): PlanChange {
  const { plan, interval, quantity } = wanted;
  return { kind: 'change_plan', plan, interval, quantity: quantity === seats ? undefined : quantity };
}

function toScheduled(given: Changeable, judged: JudgedPlan): ScheduledChange {
  const { plan, interval, quantity, priceId } = judged.wanted;
  const to = { plan, interval, quantity, priceId, amount: amountOf(judged.wanted, given.live) };
  return { kind: 'plan', to, waitsAs: given.adapter.changes.waitsAs, ...madeFrom(given) };
}

/**
 * The state that a change starts from: the provider's price may come from an earlier change, which this one replaces.
 */
function madeFrom({ live }: Changeable): Pick<ScheduledChange, 'at' | 'from'> {
  const earlier = pendingIn(live);
  const periodEnd = live.currentPeriodEnd.toISOString();
  if (earlier?.kind === 'plan' && asPaid(live) !== live) return { at: periodEnd, from: earlier.from };
  const { plan, interval, priceId, amountKnown } = live;
  const amount = amountKnown ? live.amount : null;
  return { at: periodEnd, from: { plan, interval, quantity: live.quantity ?? 1, priceId, amount, periodEnd } };
}

/** Throws AppError change_not_possible. */
export function namedSteps(given: Changeable, kind: NamedKind): ChangeSteps {
  const { live, adapter } = given;
  const pending = pendingIn(live);
  const back = undoing(pending);
  const obstacle = obstacleOf(live, kind);
  if (obstacle) throw conflict(obstacle.reason, obstacle);
  if (kind === 'undo') return { calls: back, scheduled: null };
  const replaces = kind === 'cancel_at_period_end' || kind === 'pause';
  // What is paid for until the end is the plan before the change.
  if (kind === 'cancel_now') return { calls: [{ kind }], scheduled: pending };
  const isLater = kind === 'pause' && adapter.changes.pauses === 'period_end';
  return {
    calls: [...(replaces ? back : []), { kind }],
    scheduled: isLater ? { kind: 'pause', ...madeFrom(given) } : null,
  };
}

function undoing(pending: ScheduledChange | null): SubscriptionChange[] {
  if (!pending) return [];
  return [pending.kind === 'pause' ? { kind: 'undo_pause' } : { kind: 'undo', back: termsBefore(pending) }];
}

function termsBefore({ from, to }: Extract<ScheduledChange, { kind: 'plan' }>) {
  const quantity = from.quantity === to.quantity ? undefined : from.quantity;
  const interval: PlanTerms['interval'] = from.interval === 'year' ? 'year' : 'month';
  return { plan: from.plan, interval, quantity, priceId: from.priceId };
}
