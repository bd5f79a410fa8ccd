import type { PlanView, SubscriptionChange, SubscriptionView } from '../trpc.ts';

type Current = Pick<SubscriptionView, 'plan' | 'interval' | 'cancelAtPeriodEnd'>;
type Period = 'month' | 'year';

/** A change that was accepted; `confirmed`: the record showed it at once. */
export interface AcceptedChange {
  change: SubscriptionChange;
  confirmed: boolean;
}
export type ChangeNote = 'will_end' | 'resumed' | 'changed' | 'on_its_way';

const notes = { cancel_at_period_end: 'will_end', resume: 'resumed', change_plan: 'changed' } as const;

/** Whether the record shows what was asked for. */
export function isChanged(change: SubscriptionChange, current: Current | null): boolean {
  if (!current) return false;
  if (change.kind === 'change_plan') return current.plan === change.plan && current.interval === change.interval;
  return current.cancelAtPeriodEnd === (change.kind === 'cancel_at_period_end');
}

/** What to say of an accepted change; null: nothing, since something else happened to the plan meanwhile. */
export function changeNote({ change, confirmed }: AcceptedChange, current: Current | null): ChangeNote | null {
  if (isChanged(change, current)) return notes[change.kind];
  return confirmed ? null : 'on_its_way';
}

/** What a page for changing plans can offer. `amount`: a decimal string per interval. */
export type ChangeOffer =
  | { kind: 'offer'; plan: string; interval: Period; amount: string }
  | { kind: 'same' | 'not_offered' };

interface Wanted {
  plan: string | null;
  interval: string | null;
}

/** Judges the plan and interval of an address against the plans on sale and the plan one has. */
export function changeOffer(wanted: Wanted, plans: PlanView[], current: Current): ChangeOffer {
  const interval = wanted.interval === 'year' ? 'year' : 'month';
  const plan = plans.find(({ name, purchasable }) => purchasable && name === wanted.plan);
  const amount = wanted.interval === 'one_time' ? null : plan?.prices[interval];
  if (!plan || !amount) return { kind: 'not_offered' };
  if (current.plan === plan.name && current.interval === interval) return { kind: 'same' };
  return { kind: 'offer', plan: plan.name, interval, amount };
}
