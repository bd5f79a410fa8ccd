import { renew } from './billing.ts';
import type { Company } from './company.ts';
import { lastingDiscount } from './discounts.ts';
import type { SubscriptionChange } from './occurrences.ts';
import type { Metadata, Subscription } from './records.ts';
import { Refusal } from './refusal.ts';
import { changeSubscription, liveSubscription } from './subscription.ts';

type Patch = Partial<Subscription>;

interface Edit {
  kind: SubscriptionChange;
  patch: (before: Subscription) => Patch;
}

function change(company: Company, id: string, { kind, patch }: Edit): Subscription {
  return company.act(() => {
    const before = liveSubscription(company, id);
    return changeSubscription(company, before, { kind, patch: patch(before) });
  });
}

/** Schedules the cancellation for `at` (default: the end of the period; where that is over, now). */
export function scheduleCancel(company: Company, id: string, by: { via: 'api' | 'portal'; at?: number }): Subscription {
  return change(company, id, {
    kind: 'cancel_scheduled',
    patch: (before) => ({
      cancelAt: by.at ?? Math.max(before.periodEnd, company.clock.now()),
      cancelVia: by.via,
      canceledAt: company.clock.now(),
    }),
  });
}

export function revokeCancel(company: Company, id: string): Subscription {
  return change(company, id, {
    kind: 'cancel_revoked',
    patch: () => ({ cancelAt: null, cancelVia: null, canceledAt: null }),
  });
}

export function pause(company: Company, id: string, resumesAt: number | null = null): Subscription {
  return change(company, id, {
    kind: 'paused',
    patch: (before) => {
      if (before.status === 'paused') throw new Refusal('conflict', `The subscription ${id} is paused already.`);
      return { status: 'paused', pausedAt: company.clock.now(), pauseAtPeriodEnd: false, resumesAt };
    },
  });
}

/** Resumes in the running period, or starts a new one when that is over. */
export function resume(company: Company, id: string): void {
  company.act(() => {
    const before = liveSubscription(company, id);
    if (before.status !== 'paused') throw new Refusal('conflict', `The subscription ${id} is not paused.`);
    const now = company.clock.now();
    if (before.periodEnd <= now) return renew(company, id, { cause: 'resumed', start: now, newAnchor: true });
    const status = before.trialEnd !== null && before.trialEnd > now ? 'trialing' : 'active';
    change(company, id, { kind: 'resumed', patch: () => ({ status, pausedAt: null, resumesAt: null }) });
  });
}

/** The subscription renews as usual, but nothing is charged. */
export function pauseCollection(company: Company, id: string, paused: Subscription['pauseCollection']): Subscription {
  return change(company, id, { kind: 'pause_collection', patch: () => ({ pauseCollection: paused }) });
}

export function pauseAtPeriodEnd(company: Company, id: string, resumesAt: number | null): Subscription {
  return change(company, id, { kind: 'pause_collection', patch: () => ({ pauseAtPeriodEnd: true, resumesAt }) });
}

export function setMetadata(company: Company, id: string, metadata: Metadata): Subscription {
  return change(company, id, { kind: 'metadata', patch: () => ({ metadata }) });
}

/** Keeps the subscription, but stops collecting. */
export function markUnpaid(company: Company, id: string): Subscription {
  return change(company, id, { kind: 'unpaid', patch: () => ({ status: 'unpaid' }) });
}

/** Makes the next `times` charges fail, whatever the card. */
export function failNext(company: Company, id: string, times = 1): Subscription {
  return company.act(() => {
    liveSubscription(company, id);
    return company.store.update('subscriptions', id, { failNext: times });
  });
}

/** Applies a coupon to the next invoices. */
export function setDiscount(company: Company, id: string, couponId: string): Subscription {
  return change(company, id, {
    kind: 'metadata',
    patch: () => ({ discount: lastingDiscount(company, couponId) ?? { couponId, until: null } }),
  });
}
