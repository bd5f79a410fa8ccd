import type { StatedSubscription } from './stated.ts';
import type { StatedAccess } from './statement.ts';

/** Of the tests and of `look/book`: a month of Pro from the first of November, seen on the 21st. */
export const statedNow = new Date(2026, 10, 21, 12);
export const statedAt = (day: number) => new Date(2026, 10, day, 9).toISOString();

const USED = { active: 'active', trialing: 'trialing', past_due: 'past_due_grace' } as const;

/** `use` follows the status unless it is given. */
export function statedSubscription(changes: Partial<StatedSubscription>): StatedSubscription {
  const { status = 'active', plan = 'pro', paused = false } = changes;
  const isPlanKnown = plan === 'pro' || plan === 'starter';
  const reason = Object.hasOwn(USED, status) ? USED[status as keyof typeof USED] : 'not_live';
  return {
    id: 'sub',
    currency: 'usd',
    taxIncluded: null,
    trialStart: null,
    status,
    isRunning: status === 'active' || status === 'trialing',
    plan,
    isPlanKnown,
    awaitsPayment: status === 'incomplete' && !paused,
    seats: 1,
    amount: '9.90',
    amountKnown: true,
    amountDiscounted: null,
    discountUntil: null,
    currentPeriodStart: statedAt(1),
    currentPeriodEnd: statedAt(30),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    trialEnd: null,
    createdAt: statedAt(1),
    paused,
    collectionPaused: false,
    scheduledChange: null,
    paid: { plan, interval: 'month', amount: '9.90' },
    listPrice: null,
    isLive: status !== 'canceled' && status !== 'deleted' && status !== 'incomplete',
    former: null,
    use: { usable: isPlanKnown && reason !== 'not_live', reason, until: null, failedAt: null },
    ...changes,
  };
}

const ORDER = ['starter', 'pro', 'enterprise'];

export function accessOf(changes: Partial<StatedAccess>): StatedAccess {
  const { plan = 'free' } = changes;
  const covers = ORDER.slice(0, ORDER.indexOf(plan) + 1);
  return { plan, reason: 'none', until: null, covers, through: 'self', owned: [], ...changes };
}
