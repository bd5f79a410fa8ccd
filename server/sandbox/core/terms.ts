import type { Company } from './company.ts';
import type { Subscription } from './records.ts';
import { Refusal } from './refusal.ts';
import { changeSubscription, liveSubscription } from './subscription.ts';

/** Moves the end of the trial, or gives one: until `at` nothing is charged, and periods are counted from then. */
export function moveTrialEnd(company: Company, id: string, at: number): Subscription {
  return company.act(() => {
    const before = liveSubscription(company, id);
    const now = company.clock.now();
    if (at <= now) throw new Refusal('invalid', 'The trial must end in the future.', 'trial_end');
    if (before.status !== 'trialing' && before.status !== 'active') {
      throw new Refusal('conflict', `The subscription ${id} is ${before.status}.`);
    }
    const trial = { trialStart: before.trialStart ?? now, trialEnd: at, trialEndAnnounced: false };
    const cancelAt = before.cancelAt === before.periodEnd ? at : before.cancelAt;
    const period = { periodEnd: at, anchor: at, cancelAt };
    return changeSubscription(company, before, { kind: 'trial', patch: { ...trial, ...period, status: 'trialing' } });
  });
}

/** The next renewal comes at `at`; nothing is charged for the time until then. */
export function movePeriodEnd(company: Company, id: string, at: number): Subscription {
  return company.act(() => {
    const before = liveSubscription(company, id);
    if (at <= company.clock.now()) {
      throw new Refusal('invalid', 'The new date must be in the future.', 'current_billing_period_end');
    }
    return changeSubscription(company, before, { kind: 'metadata', patch: { periodEnd: at, anchor: at } });
  });
}

/** Takes back a pause that was planned for the end of the period. */
export function withdrawPause(company: Company, id: string): Subscription {
  return company.act(() => {
    const patch = { pauseAtPeriodEnd: false, resumesAt: null };
    return changeSubscription(company, liveSubscription(company, id), { kind: 'pause_collection', patch });
  });
}
