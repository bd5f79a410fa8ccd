import type { PlanView, SubscriptionChange, SubscriptionView } from '../trpc.ts';
import { isBySeats, offeredSeats } from './seats.ts';
import type { PointMoney } from './statement/points.ts';

type Current = Pick<SubscriptionView, 'cancelAtPeriodEnd' | 'paused' | 'scheduledChange' | 'paid' | 'seats'>;
type Period = 'month' | 'year';

/** A change that was accepted; `confirmed`: the record showed it at once. */
export interface AcceptedChange {
  change: SubscriptionChange;
  confirmed: boolean;
  /** What the preview said would be charged at once; absent: nothing, or not known. */
  charged?: PointMoney;
}

export type ChangeNote =
  | 'will_end'
  | 'resumed'
  | 'changed'
  | 'scheduled'
  | 'undone'
  | 'paused'
  | 'pause_scheduled'
  | 'unpaused'
  | 'on_its_way';

interface Due {
  dueNow: string | null;
  currency: string;
  about: boolean;
  taxIncluded: { dueNow: boolean | null };
}

/** What a change charges at once, by its preview. */
export function chargedBy({ dueNow, currency, about, taxIncluded }: Due): PointMoney | undefined {
  if (dueNow === null || Number(dueNow) <= 0) return undefined;
  return { amount: dueNow, currency, taxIncluded: taxIncluded.dueNow, about };
}

/** Whether the record shows what was asked for. */
export function isChanged(change: SubscriptionChange, current: Current | null): boolean {
  if (!current) return false;
  const planned = pendingOf(current);
  switch (change.kind) {
    case 'change_plan':
      return isNow(change, current) || (planned?.kind === 'plan' && isTerms(change, planned));
    case 'cancel_at_period_end':
    case 'resume':
      return current.cancelAtPeriodEnd === (change.kind === 'cancel_at_period_end');
    case 'undo':
      return planned === null;
    case 'pause':
      return current.paused || planned?.kind === 'pause';
    case 'unpause':
      return !current.paused;
  }
}

/** What still waits for the end of the period. */
export function pendingOf({ scheduledChange }: Pick<Current, 'scheduledChange'>): Current['scheduledChange'] {
  return scheduledChange?.lapsed ? null : scheduledChange;
}

interface Terms {
  plan: string;
  interval: string;
}

const isPlan = (a: Terms, b: Terms) => a.plan === b.plan && a.interval === b.interval;

type PlanChange = Extract<SubscriptionChange, { kind: 'change_plan' }>;

/** Seats count where the change names them. */
const isTerms = (change: PlanChange, then: Terms & { seats: number }) =>
  isPlan(change, then) && (change.quantity === undefined || change.quantity === then.seats);
const isNow = (change: PlanChange, { paid, seats }: Current) => isTerms(change, { ...paid, seats });

/** What to say of an accepted change; null: nothing, since something else happened to the plan meanwhile. */
export function changeNote({ change, confirmed }: AcceptedChange, current: Current | null): ChangeNote | null {
  if (!current || !isChanged(change, current)) return confirmed ? null : 'on_its_way';
  switch (change.kind) {
    case 'change_plan':
      return isNow(change, current) ? 'changed' : 'scheduled';
    case 'cancel_at_period_end':
      return 'will_end';
    case 'resume':
      return 'resumed';
    case 'undo':
      return 'undone';
    case 'pause':
      return current.paused ? 'paused' : 'pause_scheduled';
    case 'unpause':
      return 'unpaused';
  }
}

/** What a page for changing plans can offer. `amount`: a decimal string per interval, of one seat. */
export type ChangeOffer =
  | { kind: 'offer'; plan: PlanView; interval: Period; amount: string; seats: number }
  | { kind: 'same' | 'not_offered' };

interface PlanChoice {
  plan: string | null;
  interval: string | null;
  seats: number | null;
}

/** Judges the plan, interval and seats of an address against the plans on sale and the plan one has. */
export function changeOffer(
  wanted: PlanChoice,
  plans: PlanView[],
  { paid, seats: own }: Pick<Current, 'paid' | 'seats'>,
): ChangeOffer {
  const interval = wanted.interval === 'year' ? 'year' : 'month';
  const plan = plans.find(({ name, purchasable }) => purchasable && name === wanted.plan);
  const amount = wanted.interval === 'one_time' ? null : plan?.prices[interval];
  if (!plan || !amount) return { kind: 'not_offered' };
  const bySeats = isBySeats(plan, interval);
  if (isPlan({ plan: plan.name, interval }, paid) && !bySeats) return { kind: 'same' };
  const has = { isLive: true, plan: paid.plan, seats: own };
  return { kind: 'offer', plan, interval, amount, seats: offeredSeats(plan, { interval, seats: wanted.seats }, has) };
}
