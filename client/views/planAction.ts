import type { AccessView, Interval, PlanView, SubscriptionView } from '../trpc.ts';
import { isBySeats } from './seats.ts';

/** What someone has who looks at the plans. Signed out: no subscription and, as far as we know, a trial to be had. */
export interface Standing {
  signedIn: boolean;
  subscription: Pick<
    SubscriptionView,
    | 'status'
    | 'isLive'
    | 'isPlanKnown'
    | 'plan'
    | 'interval'
    | 'paused'
    | 'cancelAtPeriodEnd'
    | 'cancelAt'
    | 'former'
    | 'seats'
  > | null;
  /** Whether the address is the reader's; of another one the providers may know more. */
  proven: boolean;
  trialAvailable: boolean;
  /** There would be one if the address was confirmed. */
  trialNeedsProof?: boolean;
  /** What is had without a subscription of one's own; null: not signed in. */
  access: Pick<AccessView, 'plan' | 'covers' | 'through' | 'owned'> | null;
}

type Held = NonNullable<Standing['subscription']>;

/** What a plan's button offers; the words are the copy's. */
export type PlanAction =
  | { kind: 'trial'; days: number }
  | { kind: 'subscribe'; trialDays?: number }
  | {
      kind: 'resubscribe' | 'switch_plan' | 'resume' | 'buy' | 'current' | 'not_offered' | 'start_free';
    }
  | { kind: 'switch_interval'; interval: 'month' | 'year' }
  | { kind: 'switch_seats'; seats: number }
  /** Its state allows no change before that. */
  | { kind: 'first'; what: 'pay' | 'resume' | 'unpause' }
  /** Had already, until then; `until` null: for good. */
  | { kind: 'owned'; by: 'purchased' | 'granted' | 'organisation'; until: string | null }
  /** One more purchase begins where the last one ends. */
  | { kind: 'extend'; until: string }
  | { kind: 'included'; plan: string };

interface Selection {
  interval: Interval;
  seats: number;
  /** How long a one-time purchase lasts; 0 or absent: it grants nothing, null: for good. */
  oneTimeDays?: number | null;
  /** false: nothing can be bought at the moment. */
  selling?: boolean;
}

/**
 * The offer of `plan` at an interval with so many seats; null: none is made (Free, while a paid plan runs, or may run
 * unknown here; any, while one runs that only its former company can change, or that nobody knows; a purchase, while
 * nothing is sold).
 */
export function planAction(plan: PlanView, wanted: Selection, standing: Standing): PlanAction | null {
  const { interval, seats, selling = true } = wanted;
  const { subscription, signedIn } = standing;
  if (!plan.purchasable) {
    if (!signedIn) return { kind: 'start_free' };
    const mayHaveMore = subscription?.isLive || !standing.proven || (standing.access?.plan ?? 'free') !== 'free';
    return mayHaveMore ? null : { kind: 'current' };
  }
  if (plan.prices[interval] === null) return { kind: 'not_offered' };
  const owned = ownedAction(plan, wanted, standing.access);
  if (!selling && (interval === 'one_time' || !subscription?.isLive)) return owned?.kind === 'extend' ? null : owned;
  if (interval === 'one_time') return owned ?? { kind: 'buy' };
  if (subscription?.isLive && (subscription.former || !subscription.isPlanKnown)) return null;
  if (subscription?.isLive) {
    const action = allowed(changeAction(plan, { interval, seats }, subscription), subscription);
    // The only one that begins with a checkout; the dashboard resumes without one.
    return selling || action.kind !== 'resume' ? action : null;
  }
  if (owned) return owned;
  if (subscription?.plan === plan.name && subscription.status !== 'incomplete') return { kind: 'resubscribe' };
  if (plan.trialDays === 0) return { kind: 'subscribe' };
  if (standing.trialAvailable) return { kind: 'trial', days: plan.trialDays };
  return standing.trialNeedsProof ? { kind: 'subscribe', trialDays: plan.trialDays } : { kind: 'subscribe' };
}

function changeAction(
  plan: PlanView,
  { interval, seats }: { interval: 'month' | 'year'; seats: number },
  subscription: Held,
): PlanAction {
  if (subscription.plan !== plan.name) return { kind: 'switch_plan' };
  if (subscription.interval !== interval) return { kind: 'switch_interval', interval };
  if (isEnding(subscription)) return { kind: 'resume' };
  const isOther = isBySeats(plan, interval) && subscription.seats !== seats;
  return isOther ? { kind: 'switch_seats', seats } : { kind: 'current' };
}

/** A change, or what has to be done before it: as the server would refuse it (`obstacles`). */
function allowed(action: PlanAction, subscription: Held): PlanAction {
  if (!action.kind.startsWith('switch')) return action;
  if (subscription.paused) return { kind: 'first', what: 'unpause' };
  if (subscription.status === 'past_due') return { kind: 'first', what: 'pay' };
  return isEnding(subscription) ? { kind: 'first', what: 'resume' } : action;
}

const isEnding = ({ cancelAtPeriodEnd, cancelAt }: Held) => cancelAtPeriodEnd || cancelAt !== null;

const DAY_MS = 86_400_000;

/** What somebody has by a purchase, by a grant or through an organisation is not sold again as if it were nothing. */
function ownedAction(
  { name }: PlanView,
  { interval, oneTimeDays }: Selection,
  access: Standing['access'],
): PlanAction | null {
  if (!access) return null;
  const own = access.owned.find(({ plan }) => plan === name);
  if (own?.by === 'purchased' && own.until !== null && interval === 'one_time' && oneTimeDays)
    return { kind: 'extend', until: new Date(Date.parse(own.until) + oneTimeDays * DAY_MS).toISOString() };
  if (own) return { kind: 'owned', by: own.by, until: own.until };
  if (access.through === 'organisation' && access.plan === name)
    return { kind: 'owned', by: 'organisation', until: null };
  const larger = access.owned.find(({ covers }) => covers.includes(name));
  if (larger) return { kind: 'included', plan: larger.plan };
  return access.through === 'organisation' && access.covers.includes(name)
    ? { kind: 'included', plan: access.plan }
    : null;
}
