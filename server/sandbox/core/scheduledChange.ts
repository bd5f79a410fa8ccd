import type { Company } from './company.ts';
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

export function releaseSchedule(
  company: Company,
  { id, subscriptionId }: Schedule,
  status: Schedule['status'],
): Schedule {
  return company.act(() => {
    const before = liveSubscription(company, subscriptionId);
    tell(company, before, { pendingUpdate: null, extra: { ...before.extra, scheduleId: null } });
    return company.store.update('schedules', id, { status, endedAt: company.clock.now() });
  });
}
