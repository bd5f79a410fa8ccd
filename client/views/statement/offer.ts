import type { Interval } from '../../trpc.ts';
import type { PlanAction } from '../planAction.ts';
import type { LinePoint, PointMoney } from './points.ts';

const DAY_MS = 86_400_000;

interface Offer {
  plan: string;
  interval: Interval;
  /** What one period costs, for all seats. */
  money: PointMoney;
  seats: number;
  now: Date;
}

/** What a purchase charges today, and what follows. Empty: what it costs is worked out elsewhere, or there is none. */
export function lineOfOffer(action: PlanAction, { plan, interval, money, seats, now }: Offer): LinePoint[] {
  const today = (amount: string): LinePoint => {
    const due = { ...money, amount };
    return { place: 'now', kind: 'due', at: now.toISOString(), money: due, days: null, of: null };
  };
  const later = (kind: 'first' | 'renews', at: Date): LinePoint => {
    return { place: 'coming', kind, at: at.toISOString(), money, plan, seats };
  };
  if (action.kind === 'trial') return [today('0'), later('first', new Date(now.getTime() + action.days * DAY_MS))];
  if (interval === 'one_time' || (action.kind !== 'subscribe' && action.kind !== 'resubscribe')) return [];
  return [today(money.amount), later('renews', periodAfter(now, interval))];
}

/** A month or a year later, on the same day, or on the month's last where it is shorter. */
function periodAfter(now: Date, interval: 'month' | 'year'): Date {
  const at = new Date(now);
  at.setDate(1);
  if (interval === 'month') at.setMonth(at.getMonth() + 1);
  else at.setFullYear(at.getFullYear() + 1);
  const last = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
  at.setDate(Math.min(now.getDate(), last));
  return at;
}
