import type { Company } from './company.ts';
import type { Subscription } from './records.ts';
import { Refusal } from './refusal.ts';
import { changeSubscription, liveSubscription } from './subscription.ts';

/** Moves the end of the trial, or adds a trial: nothing is charged until `at`, which becomes the new billing anchor. */
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

/** Moves the next renewal to `at`; the time until then is free. */
export function movePeriodEnd(company: Company, id: string, at: number): Subscription {
  return company.act(() => {
    const before = liveSubscription(company, id);
    if (at <= company.clock.now()) {
      throw new Refusal('invalid', 'The new date must be in the future.', 'current_billing_period_end');
    }
    return changeSubscription(company, before, { kind: 'metadata', patch: { periodEnd: at, anchor: at } });
  });
}

/** Revokes a pause that was scheduled for the end of the period. */
export function withdrawPause(company: Company, id: string): Subscription {
  return company.act(() => {
    const patch = { pauseAtPeriodEnd: false, resumesAt: null };
    return changeSubscription(company, liveSubscription(company, id), { kind: 'pause_collection', patch });
  });
}
