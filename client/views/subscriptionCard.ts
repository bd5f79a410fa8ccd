import type { StatedSubscription } from './statement/stated.ts';
import { mayPause, type StatedAccess, type Statement, type StatementKind, statementOf } from './statement/statement.ts';

export type Tone = 'positive' | 'info' | 'warning' | 'danger' | 'neutral';
type OfNone = 'free' | 'owned';
export type BadgeKind = 'cancels' | 'refunded' | 'disputed' | Exclude<StatementKind, OfNone | 'ending'>;
export type CardAction =
  | 'manage'
  | 'fix_payment'
  | 'change_plan'
  | 'choose_plan'
  | 'resubscribe'
  | 'cancel'
  | 'resume'
  | 'pause'
  | 'unpause'
  /** Where the adopter names somebody to ask. */
  | 'support';
export type Note =
  | 'cancels'
  | 'past_due_ends'
  | 'ended'
  | 'paused'
  | 'paused_kept'
  | 'awaited'
  | 'first_failed'
  | 'unknown_plan'
  | 'unknown_plan_kept'
  | 'unknown_status'
  | 'paid_left'
  | 'purchased'
  | 'granted'
  | 'organisation'
  | 'refunded'
  | 'disputed'
  | 'access_elsewhere'
  | 'access_free'
  | 'period_over';

export interface Badge {
  kind: BadgeKind;
  tone: Tone;
  /** ISO 8601. */
  at?: string;
}

/** A subscription as the dashboard's card shows it; words and formats are added by the component. */
export interface SubscriptionCard {
  statement: Statement;
  /** null: there is no subscription. */
  badge: Badge | null;
  /** The first one of a plan that can't be used is the loudest sentence. */
  notes: Note[];
  actions: CardAction[];
}

interface Account {
  access: StatedAccess;
  asked: boolean;
  now: Date;
  /** Another card says what may be used. */
  saidElsewhere?: boolean;
}

/** The card of a subscription, or of somebody without one. */
export function subscriptionCard(subscription: StatedSubscription | null, account: Account): SubscriptionCard {
  const statement = statementOf(subscription, account);
  const said = noteOf(statement);
  const more = account.saidElsewhere ? undefined : accessNote(subscription, statement, account.access);
  const notes = [replaces(more, said) ? undefined : said, more].filter((each) => each !== undefined);
  return {
    statement,
    badge: badgeOf(statement),
    notes,
    actions: actionsOf(subscription, statement, account.now),
  };
}

const TONES: Record<Exclude<StatementKind, OfNone>, Tone> = {
  active: 'positive',
  trial: 'info',
  ending: 'warning',
  past_due: 'danger',
  no_access: 'danger',
  paused: 'warning',
  awaited: 'info',
  first_failed: 'danger',
  paid_left: 'neutral',
  ended: 'neutral',
  unknown_plan: 'warning',
  unknown_status: 'warning',
};

function badgeOf({ kind, use, ends }: Statement): Badge | null {
  if (kind === 'free' || kind === 'owned') return null;
  const tone = TONES[kind];
  const isEnding = kind === 'ending' || ((kind === 'unknown_plan' || kind === 'paused') && ends !== null);
  if (isEnding) return { kind: 'cancels', tone, at: ends ?? undefined };
  const isReturned = use.reason === 'refunded' || use.reason === 'disputed';
  if (kind === 'no_access' && isReturned) return { kind: use.reason as 'refunded' | 'disputed', tone };
  return { kind, tone };
}

/**
 * What fits the state best comes first; what leads away last. Cancelling, or taking that back, is offered wherever
 * something could still be charged.
 */
function actionsOf(subscription: StatedSubscription | null, { kind, next, ends }: Statement, now: Date): CardAction[] {
  if (!subscription) return ['choose_plan'];
  // What its company alone can change is not offered here.
  if (subscription.former) return subscription.isLive ? [] : ['choose_plan'];
  const isOver = ends !== null && new Date(ends) <= now;
  const cancel: CardAction = ends === null ? 'cancel' : 'resume';
  switch (kind) {
    case 'past_due':
      return ['fix_payment', cancel, 'manage'];
    case 'paused':
      return ends === null ? ['unpause', 'cancel', 'manage'] : ['resume', 'manage'];
    case 'no_access':
      return ends === null ? ['support', 'cancel', 'manage'] : ['resume', 'manage'];
    case 'ended':
    case 'paid_left':
      return ['resubscribe', 'manage'];
    case 'awaited':
    case 'first_failed':
      return ['choose_plan', 'manage'];
    // We don't know what a change would take away.
    case 'unknown_plan':
      return ends === null ? ['support', 'cancel', 'manage'] : isOver ? ['manage'] : ['resume', 'manage'];
    case 'unknown_status':
      return ['support', 'manage'];
    default:
      // Until it is resumed, no change is possible.
      if (ends !== null) return isOver ? ['manage'] : ['resume', 'manage'];
      return ['change_plan', ...(next.kind === 'late' ? [] : pauses(subscription)), 'cancel', 'manage'];
  }
}

/** At the foot of every sheet; what leads away stands last. */
const AT_FOOT: readonly CardAction[] = ['pause', 'cancel', 'manage'];

/** Cancelling stands beside the question to support; else it is at the foot, in reach and never loud. */
export function placesOf(actions: readonly CardAction[]): { head: CardAction[]; foot: CardAction[] } {
  const isAsking = actions[0] === 'support';
  const isAtFoot = (action: CardAction) => AT_FOOT.includes(action) && !(isAsking && action === 'cancel');
  return { head: actions.filter((action) => !isAtFoot(action)), foot: actions.filter(isAtFoot) };
}

const pauses = (subscription: StatedSubscription): CardAction[] => (mayPause(subscription) ? ['pause'] : []);

const NOTES: Partial<Record<StatementKind, Note>> = {
  paused: 'paused',
  awaited: 'awaited',
  first_failed: 'first_failed',
  ended: 'ended',
  paid_left: 'paid_left',
  unknown_plan: 'unknown_plan',
  unknown_status: 'unknown_status',
};

/** Of the subscription alone. */
function noteOf({ kind, use, next, ends }: Statement): Note | undefined {
  if (kind === 'no_access') {
    const told = ['refunded', 'disputed', 'period_over'] as const;
    return told.find((reason) => reason === use.reason) ?? 'access_free';
  }
  if (kind === 'ending' && next.kind === 'none') return 'cancels';
  if (kind === 'past_due') return ends === null ? undefined : 'past_due_ends';
  if (kind === 'paused' && ends !== null) return undefined;
  if (kind === 'unknown_plan' && use.usable) return 'unknown_plan_kept';
  return NOTES[kind];
}

/** What it says takes the place of what the card alone would say. */
function replaces(more: Note | undefined, note: Note | undefined): boolean {
  if (more === 'paused_kept') return true;
  // The account is not on Free.
  return more !== undefined && note === 'ended';
}

/** Said only where the card alone would mislead about what can be used now. */
function accessNote(
  subscription: StatedSubscription | null,
  { kind, plan }: Statement,
  access: StatedAccess,
): Note | undefined {
  const { reason, through } = access;
  if (access.plan === 'free' || (kind === 'unknown_plan' && reason === 'unknown_plan_grace')) return undefined;
  // Its sentence says it.
  if (kind === 'owned') return undefined;
  if (through === 'organisation') return 'organisation';
  if (reason === 'purchased' || reason === 'granted') return reason;
  const isOwn = access.plan === plan && (subscription === null || subscription.use.usable);
  if (kind === 'paused' && isOwn) return 'paused_kept';
  if (!isOwn) return 'access_elsewhere';
  // It changes nothing now, and its owner would look for it.
  return access.owned.some(({ by }) => by === 'granted') ? 'granted' : undefined;
}
