import { type Catalogue, mostSeats, paidPlan, planNamed } from '../../plans/catalogue.ts';
import { FREE_PLAN } from '../../plans/planFile.ts';

/** Of several equal reasons the first is given. */
export const accessReasons = [
  'active',
  'trialing',
  'past_due_grace',
  'canceled',
  'purchased',
  'granted',
  'paused',
  'unknown_plan_grace',
  'past_due_expired',
  'refunded',
  'disputed',
  'period_over',
  'unknown_plan',
  'not_live',
  'none',
] as const;
export type AccessReason = (typeof accessReasons)[number];

export interface Access {
  /** What the user may use now. */
  plan: string;
  /** Until when it is paid or tried; null for `free` and for access without an end. */
  until: Date | null;
  /**
   * When this ends or changes (plan, seats) if no further event comes: `until`, or the end of the grace period; null like
   * `until`. Of one plan the access that lasts longest counts, so that nothing of it follows.
   */
  endsAt: Date | null;
  reason: AccessReason;
  /** How many people may use it; null: any number. */
  seats: number | null;
}

export const freeBecause = (reason: AccessReason): Access => ({
  plan: FREE_PLAN,
  until: null,
  endsAt: null,
  reason,
  seats: null,
});

/** Access that ends when what was paid, tried or granted does. */
export const withoutGrace = (access: Omit<Access, 'endsAt'>): Access => ({ ...access, endsAt: access.until });

type Told<A> = Omit<A, 'until' | 'endsAt'> & Record<'until' | 'endsAt', string | null>;

/** With its times in ISO 8601. */
export function inText<A extends Access>({ until, endsAt, ...access }: A): Told<A> {
  return { ...access, until: until?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null };
}

/** Whether the user has anything that `free` does not include. */
export const isGranted = ({ plan }: Access): boolean => plan !== FREE_PLAN;

export function afterDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

export const earlierOf = (a: Date, b: Date): Date => (a < b ? a : b);
export const laterOf = (a: Date, b: Date): Date => (a > b ? a : b);

/**
 * The highest plan; of equal plans, the one that lasts longest. The input order does not matter. `free` has its own
 * seats.
 */
export function bestOf(catalogue: Catalogue, all: readonly Access[]): Access {
  const rankOf = ({ plan }: Access) => paidPlan(catalogue, plan)?.rank ?? -1;
  const best = all.toSorted(
    (a, b) =>
      rankOf(b) - rankOf(a) ||
      compare(endOf(b.endsAt), endOf(a.endsAt)) ||
      compare(endOf(b.until), endOf(a.until)) ||
      accessReasons.indexOf(a.reason) - accessReasons.indexOf(b.reason) ||
      compare(seatsOf(b), seatsOf(a)),
  )[0];
  const found = best ?? freeBecause('none');
  return isGranted(found) ? found : { ...found, seats: mostSeats(planNamed(catalogue, FREE_PLAN)) };
}

const seatsOf = ({ seats }: Access): number => seats ?? Number.POSITIVE_INFINITY;
const endOf = (date: Date | null): number => date?.getTime() ?? Number.POSITIVE_INFINITY;
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
