import type { Books } from './books.ts';
import type { Company } from './company.ts';
import { periodEnd } from './periods.ts';
import type { Schedule, Subscription } from './records.ts';
import { changeSubscription, liveSubscription, recurringInterval } from './subscription.ts';

const tell = (company: Company, before: Subscription, patch: Partial<Subscription>) =>
  changeSubscription(company, before, { kind: 'plan', patch });

export function makeSchedule(company: Company, subscriptionId: string): Schedule {
  return company.act(() => {
    const before = liveSubscription(company, subscriptionId);
    const id = company.newId('schedule');
    tell(company, before, { extra: { ...before.extra, scheduleId: id } });
    const made = { id, subscriptionId, status: 'active' as const, createdAt: company.clock.now(), endedAt: null };
    return company.store.put('schedules', made);
  });
}

/** Sets the plan of the next period; null: no change. */
export function planPeriod(company: Company, before: Subscription, next: Subscription['pendingUpdate']): void {
  company.act(() => {
    if (next) recurringInterval(company, next.priceId);
    tell(company, before, { pendingUpdate: next });
  });
}

/** Does the same, and records the current phase in the schedule. */
export function planPhase(
  company: Company,
  { id, subscriptionId }: Schedule,
  next: Subscription['pendingUpdate'],
): void {
  company.act(() => {
    const before = liveSubscription(company, subscriptionId);
    planPeriod(company, before, next);
    const { priceId, quantity, periodStart, periodEnd } = before;
    const earlier = company.store.get('schedules', id)?.began?.filter((phase) => phase.periodStart < periodStart) ?? [];
    company.store.update('schedules', id, { began: [...earlier, { priceId, quantity, periodStart, periodEnd }] });
  });
}

/** The end of a phase of one period. */
export function phaseEnd(company: Books, { periodEnd: start, anchor }: Subscription, priceId: string): number {
  const { interval } = company.price(priceId);
  return interval === 'one_time' ? start : periodEnd(start, interval, anchor);
}

/** Whether the subscription ends with the schedule's last phase, and when. */
export function setEnd(company: Company, { id, subscriptionId }: Schedule, behavior: 'release' | 'cancel'): void {
  company.act(() => {
    const before = liveSubscription(company, subscriptionId);
    const was = company.store.get('schedules', id)?.endBehavior;
    company.store.update('schedules', id, { endBehavior: behavior });
    const { pendingUpdate, periodEnd: end } = before;
    const cancelAt = pendingUpdate ? phaseEnd(company, before, pendingUpdate.priceId) : end;
    if (behavior === 'cancel') {
      const patch = { cancelAt, cancelVia: 'portal' as const, canceledAt: company.clock.now() };
      changeSubscription(company, before, { kind: 'cancel_scheduled', patch });
    } else if (was === 'cancel') changeSubscription(company, before, { kind: 'cancel_revoked', patch: GOES_ON });
  });
}

const GOES_ON = { cancelAt: null, cancelVia: null, canceledAt: null };

export function releaseSchedule(
  company: Company,
  { id, subscriptionId, endBehavior }: Schedule,
  status: Schedule['status'],
): Schedule {
  return company.act(() => {
    const before = liveSubscription(company, subscriptionId);
    const goesOn = endBehavior === 'cancel' ? GOES_ON : {};
    tell(company, before, { pendingUpdate: null, extra: { ...before.extra, scheduleId: null }, ...goesOn });
    return company.store.update('schedules', id, { status, endedAt: company.clock.now() });
  });
}
