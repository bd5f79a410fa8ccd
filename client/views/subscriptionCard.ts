import { daysUntil } from '../format.ts';
import type { AccessView, SubscriptionView } from '../trpc.ts';

export type Tone = 'positive' | 'info' | 'warning' | 'danger' | 'neutral';
export type BadgeKind =
  | 'free'
  | 'active'
  | 'trial'
  | 'past_due'
  | 'cancels'
  | 'ended'
  | 'paused'
  | 'incomplete'
  | 'unknown_plan'
  | 'unknown_status';
export type DateLabel = 'renews' | 'ends' | 'paid_until' | 'trial_ends' | 'past_due_since' | 'ended' | 'started';
export type AmountLabel = 'next' | 'first' | 'due' | 'none' | 'was';
export type CardAction =
  | 'manage'
  | 'fix_payment'
  | 'change_plan'
  | 'choose_plan'
  | 'resubscribe'
  | 'cancel'
  | 'resume'
  | 'pause'
  | 'unpause';
export type Note =
  | 'free'
  | 'cancels'
  | 'past_due_ends'
  | 'ended'
  | 'paused'
  | 'paused_kept'
  | 'incomplete'
  | 'unknown_plan'
  | 'unknown_status'
  | 'paid_left'
  | 'purchased'
  | 'granted'
  | 'refunded'
  | 'disputed'
  | 'access_elsewhere'
  | 'access_free'
  | 'period_over';

/** A subscription as the dashboard's card shows it; words and formats are added by the component. */
export interface SubscriptionCard {
  badge: { kind: BadgeKind; tone: Tone /** ISO 8601. */; at?: string };
  date: { label: DateLabel; at: string } | null;
  amount: AmountLabel | null;
  /** Calendar days; null: no trial runs. */
  trialDaysLeft: number | null;
  notes: Note[];
  actions: CardAction[];
}

export type CardSubscription = Pick<
  SubscriptionView,
  | 'isRunning'
  | 'paused'
  | 'isPlanKnown'
  | 'plan'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
  | 'cancelAt'
  | 'canceledAt'
  | 'trialEnd'
  | 'createdAt'
  | 'scheduledChange'
  | 'paid'
  | 'isLive'
  | 'former'
> & {
  /** A service that is newer than the page may say another one. */
  status: string;
};
type CardAccess = Pick<AccessView, 'plan' | 'reason'>;
type Base = Omit<SubscriptionCard, 'notes'> & { note?: Note };

/** The card of a subscription; `access` adds a note wherever the two differ, null: another card says it. */
export function subscriptionCard(
  subscription: CardSubscription | null,
  access: CardAccess | null,
  now: Date,
): SubscriptionCard {
  const { note, ...card } = subscription ? offeredFor(subscription, baseOf(subscription, now)) : FREE;
  const more = access ? accessNote(subscription, access) : undefined;
  const notes = [replaces(more, note) ? undefined : note, more].filter((each) => each !== undefined);
  return { ...card, notes };
}

/** What it says takes the place of what the card alone would say. */
function replaces(more: Note | undefined, note: Note | undefined): boolean {
  if (more === 'purchased' || more === 'granted') return note === 'free' || note === 'ended';
  return more === 'paid_left' || more === 'paused_kept';
}

/** What its company alone can change is not offered here. */
function offeredFor({ isLive, former }: CardSubscription, base: Base): Base {
  if (former === null) return base;
  return { ...base, actions: isLive ? [] : ['choose_plan'] };
}

const FREE: Base = {
  badge: { kind: 'free', tone: 'neutral' },
  date: null,
  amount: null,
  trialDaysLeft: null,
  note: 'free',
  actions: ['choose_plan'],
};

function baseOf(subscription: CardSubscription, now: Date): Base {
  if (subscription.paused) return paused(subscription);
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return running(subscription, now);
    case 'past_due':
      return pastDue(subscription);
    case 'canceled':
    case 'deleted':
      return ended(subscription, now);
    case 'incomplete':
      return stuck(subscription, { kind: 'incomplete', tone: 'warning' }, ['manage', 'choose_plan']);
    default:
      return stuck(subscription, { kind: 'unknown_status', tone: 'warning' }, ['manage']);
  }
}

/** When the present trial or paid period ends, in ISO 8601. */
export function endOf({
  status,
  trialEnd,
  currentPeriodEnd,
}: Pick<CardSubscription, 'status' | 'trialEnd' | 'currentPeriodEnd'>): string {
  return status === 'trialing' ? (trialEnd ?? currentPeriodEnd) : currentPeriodEnd;
}

function running(subscription: CardSubscription, now: Date): Base {
  const { status, isPlanKnown, cancelAtPeriodEnd, cancelAt } = subscription;
  const isTrial = status === 'trialing';
  const at = endOf(subscription);
  const trialDaysLeft = isTrial ? Math.max(0, daysUntil(at, now)) : null;
  const usable = isPlanKnown && new Date(at) > now;
  const actions = usable ? runningActions(subscription) : manageActions;
  if (cancelAtPeriodEnd) {
    return {
      badge: { kind: 'cancels', tone: 'warning', at },
      date: { label: 'ends', at },
      amount: 'none',
      trialDaysLeft,
      actions,
      note: isPlanKnown ? 'cancels' : 'unknown_plan',
    };
  }
  const later = cancelAt === null ? null : ({ kind: 'cancels', tone: 'warning', at: cancelAt } as const);
  const usual = isTrial ? ({ kind: 'trial', tone: 'info' } as const) : ({ kind: 'active', tone: 'positive' } as const);
  return {
    badge: isPlanKnown ? (later ?? usual) : { kind: 'unknown_plan', tone: 'warning' },
    date: { label: isTrial ? 'trial_ends' : 'renews', at },
    amount: isTrial ? 'first' : 'next',
    trialDaysLeft,
    actions,
    note: isPlanKnown ? undefined : 'unknown_plan',
  };
}

const manageActions: CardAction[] = ['manage', 'change_plan'];

function runningActions({ status, cancelAtPeriodEnd, cancelAt, scheduledChange }: CardSubscription): CardAction[] {
  if (cancelAtPeriodEnd || cancelAt !== null) return ['resume', ...manageActions];
  const mayPause = status === 'active' && (scheduledChange === null || scheduledChange.lapsed);
  return [...manageActions, ...(mayPause ? (['pause'] as const) : []), 'cancel'];
}

function pastDue({ currentPeriodStart, cancelAtPeriodEnd }: CardSubscription): Base {
  return {
    badge: { kind: 'past_due', tone: 'danger' },
    date: { label: 'past_due_since', at: currentPeriodStart },
    amount: 'due',
    trialDaysLeft: null,
    note: cancelAtPeriodEnd ? 'past_due_ends' : undefined,
    actions: ['fix_payment', 'manage'],
  };
}

/** A cancellation is dated when it was asked for; a period that was still used up ends later. */
function ended({ cancelAtPeriodEnd, canceledAt, currentPeriodEnd }: CardSubscription, now: Date): Base {
  const ranOut = cancelAtPeriodEnd && new Date(currentPeriodEnd) <= now;
  return {
    badge: { kind: 'ended', tone: 'neutral' },
    date: { label: 'ended', at: ranOut ? currentPeriodEnd : (canceledAt ?? currentPeriodEnd) },
    amount: 'was',
    trialDaysLeft: null,
    note: 'ended',
    actions: ['resubscribe', 'manage'],
  };
}

function paused({ currentPeriodEnd, cancelAtPeriodEnd, cancelAt }: CardSubscription): Base {
  const base = { amount: 'was', trialDaysLeft: null, note: 'paused' } as const;
  const at = cancelAt ?? currentPeriodEnd;
  if (cancelAtPeriodEnd || cancelAt !== null) {
    const badge = { kind: 'cancels', tone: 'warning', at } as const;
    return { ...base, badge, date: { label: 'ends', at }, actions: ['resume', 'manage'] };
  }
  const date = { label: 'paid_until', at } as const;
  return { ...base, badge: { kind: 'paused', tone: 'warning' }, date, actions: ['unpause', 'manage'] };
}

function stuck({ createdAt }: CardSubscription, badge: Base['badge'], actions: CardAction[]): Base {
  const note = badge.kind === 'incomplete' ? 'incomplete' : 'unknown_status';
  return { badge, date: { label: 'started', at: createdAt }, amount: 'was', trialDaysLeft: null, note, actions };
}

/** Said only where the card alone would mislead about what can be used now. */
function accessNote(subscription: CardSubscription | null, { plan, reason }: CardAccess): Note | undefined {
  const runs = subscription?.isRunning;
  if (reason === 'purchased' || reason === 'granted') return reason;
  const isOwn = plan !== 'free' && plan === subscription?.paid.plan;
  if (reason === 'canceled' && isOwn && !runs) return 'paid_left';
  if (subscription?.paused) return isOwn ? 'paused_kept' : plan === 'free' ? undefined : 'access_elsewhere';
  if (runs && (reason === 'period_over' || reason === 'refunded' || reason === 'disputed')) return reason;
  if (plan !== 'free' && !isOwn) return 'access_elsewhere';
  if (plan !== 'free' && !runs && subscription?.status !== 'past_due') return 'access_elsewhere';
  if (plan === 'free' && runs && reason !== 'unknown_plan') return 'access_free';
  return undefined;
}
