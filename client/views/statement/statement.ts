import type { AccessView } from '../../trpc.ts';
import { pendingOf } from '../planChange.ts';
import { endOf, type NextCharge, nextCharge } from './nextCharge.ts';
import type { StatedSubscription } from './stated.ts';

export type StatementKind =
  | 'free'
  /** Bought once, given, or had through the organisation: nothing renews. */
  | 'owned'
  | 'active'
  | 'trial'
  | 'ending'
  | 'past_due'
  /** It runs, and can't be used. */
  | 'no_access'
  | 'paused'
  /** Its first payment is on its way. */
  | 'awaited'
  | 'first_failed'
  /** Ended, with paid time left. */
  | 'paid_left'
  | 'ended'
  | 'unknown_plan'
  | 'unknown_status';

/** What the account as a whole may use. */
export type StatedAccess = Pick<AccessView, 'plan' | 'reason' | 'until' | 'covers' | 'through' | 'owned'>;

/** The facts of the sentence about a plan: what it is, whether it can be used, what is charged next, who pays. */
export interface Statement {
  kind: StatementKind;
  plan: string;
  /** Whether the plan can be used now, by this subscription or by another; why, or why not. */
  use: { usable: boolean; reason: AccessView['reason'] /** ISO 8601. */; until: string | null };
  next: NextCharge;
  /** When it ends for good, ISO 8601; null: it goes on. */
  ends: string | null;
  /** `company`: one that isn't set up here bills it; `nobody`: nothing was or is paid for it. */
  payer: 'reader' | 'organisation' | 'company' | 'nobody';
  /** false: tax comes on top of what is charged. */
  taxIncluded: boolean | null;
}

interface Account {
  access: StatedAccess;
  /** The provider was asked lately, so that nothing else can be charged. */
  asked: boolean;
  now: Date;
}

/** Of a subscription, or of whoever has none. */
export function statementOf(subscription: StatedSubscription | null, account: Account): Statement {
  return subscription ? ofSubscription(subscription, account) : ofNone(account);
}

function ofNone({ access, asked }: Account): Statement {
  const { plan, reason, until, through } = access;
  const isFree = plan === 'free';
  const payers = { purchased: 'reader', granted: 'nobody' } as const;
  const own = reason === 'purchased' || reason === 'granted' ? payers[reason] : 'nobody';
  return {
    kind: isFree ? 'free' : 'owned',
    plan,
    use: { usable: true, reason, until },
    next: asked ? { kind: 'none' } : { kind: 'unasked' },
    ends: isFree || through === 'organisation' ? null : until,
    payer: through === 'organisation' ? 'organisation' : own,
    taxIncluded: null,
  };
}

function ofSubscription(subscription: StatedSubscription, { access, now }: Account): Statement {
  const { paid, former, taxIncluded } = subscription;
  const use = usedOf(subscription, access);
  const kind = kindOf(subscription, use.usable);
  return {
    kind,
    plan: paid.plan,
    use,
    next: nextCharge(subscription, now),
    ends: endsAt(subscription, kind),
    payer: former ? 'company' : 'reader',
    taxIncluded,
  };
}

/** By itself, or because the account holds all of it otherwise. */
function usedOf({ paid, use }: StatedSubscription, { covers, reason, until }: StatedAccess): Statement['use'] {
  if (use.usable || !covers.includes(paid.plan)) return { usable: use.usable, reason: use.reason, until: use.until };
  return { usable: true, reason, until };
}

function kindOf(subscription: StatedSubscription, usable: boolean): StatementKind {
  const { status, paused, isRunning, isPlanKnown, awaitsPayment, cancelAtPeriodEnd, use } = subscription;
  if (paused) return 'paused';
  if (awaitsPayment) return use.failedAt === null ? 'awaited' : 'first_failed';
  if (status === 'past_due') return 'past_due';
  if (status === 'canceled' || status === 'deleted') return use.reason === 'canceled' ? 'paid_left' : 'ended';
  if (!isRunning) return 'unknown_status';
  if (!isPlanKnown) return 'unknown_plan';
  if (!usable) return 'no_access';
  if (cancelAtPeriodEnd || subscription.cancelAt !== null) return 'ending';
  return status === 'trialing' ? 'trial' : 'active';
}

function endsAt(subscription: StatedSubscription, kind: StatementKind): string | null {
  const { cancelAt, cancelAtPeriodEnd, endedAt, currentPeriodEnd, use } = subscription;
  if (kind === 'paid_left') return use.until;
  if (kind === 'ended') return endedAt ?? currentPeriodEnd;
  return cancelAt ?? (cancelAtPeriodEnd ? endOf(subscription) : null);
}

/** Whether it can be paused from its state. */
export function mayPause(subscription: StatedSubscription): boolean {
  return subscription.status === 'active' && pendingOf(subscription) === null;
}
