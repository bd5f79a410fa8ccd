import { renew, retryInvoice } from './billing.ts';
import { expireCheckout } from './checkout.ts';
import type { Company } from './company.ts';
import { endSubscription } from './ending.ts';
import { addMonths, DAY_MS } from './periods.ts';
import type { Subscription } from './records.ts';
import { expireIncomplete, INCOMPLETE_MS } from './subscribe.ts';
import { isEnded } from './subscription.ts';
import { pause, resume } from './subscriptions.ts';

interface Due {
  at: number;
  run: () => void;
}

const TRIAL_NOTICE_MS = 3 * DAY_MS;

/** Runs everything that is due by `until` (default: now), in order, each at its own time. */
export function runDue(company: Company, until = company.clock.now()): void {
  for (let due = nextDue(company); due && due.at <= until; due = nextDue(company)) {
    const { at, run } = due;
    company.act(() => {
      moveClock(company, at);
      company.clock.runAt(at, run);
    });
  }
}

/** Advances the clock and runs everything that falls due in between. */
export function advanceClock(company: Company, by: { seconds?: number; days?: number; months?: number }): void {
  const ms = (by.seconds ?? 0) * 1000 + (by.days ?? 0) * DAY_MS;
  const target = addMonths(company.clock.now(), by.months ?? 0) + ms;
  runDue(company, target);
  company.act(() => moveClock(company, target));
}

function moveClock(company: Company, at: number): void {
  const offsetMs = company.clock.offsetFor(at);
  if (offsetMs === company.clock.offsetMs) return;
  company.clock.offsetMs = offsetMs;
  company.store.put('clock', { id: 'clock', offsetMs });
}

function nextDue(company: Company): Due | null {
  let next: Due | null = null;
  for (const subscription of company.store.all('subscriptions')) {
    if (isEnded(subscription)) continue;
    for (const due of duesOf(company, subscription)) if (!next || due.at < next.at) next = due;
  }
  for (const checkout of company.store.all('checkouts')) {
    if (checkout.status !== 'open' || (next && next.at <= checkout.expiresAt)) continue;
    next = { at: checkout.expiresAt, run: () => expireCheckout(company, checkout.id) };
  }
  return next;
}

/** What is due for a subscription; of two entries at the same time, the first in the list runs first. */
function duesOf(company: Company, subscription: Subscription): Due[] {
  const { id, status, cancelAt, periodEnd, trialEnd, resumesAt } = subscription;
  if (status === 'incomplete') {
    return [{ at: subscription.createdAt + INCOMPLETE_MS, run: () => expireIncomplete(company, id) }];
  }
  const dues: Due[] = [];
  if (cancelAt !== null) dues.push({ at: cancelAt, run: () => endSubscription(company, id, 'period_end') });
  if (status === 'paused') {
    if (resumesAt !== null) dues.push({ at: resumesAt, run: () => resume(company, id) });
    return dues;
  }
  if (status === 'trialing' && trialEnd !== null && !subscription.trialEndAnnounced) {
    const at = Math.max(trialEnd - TRIAL_NOTICE_MS, subscription.createdAt);
    dues.push({ at, run: () => announceTrialEnd(company, id) });
  }
  const retryAt = company.store.get('invoices', subscription.latestInvoiceId ?? '')?.nextAttemptAt ?? null;
  if (retryAt !== null) {
    dues.push({ at: retryAt, run: () => retryInvoice(company, subscription.latestInvoiceId ?? '') });
  }
  if (status === 'trialing' || status === 'active')
    dues.push({ at: periodEnd, run: () => endPeriod(company, subscription) });
  return dues;
}

function endPeriod(company: Company, subscription: Subscription): void {
  const { id, status, periodEnd, pauseAtPeriodEnd, resumesAt, withoutCard, customerId } = subscription;
  const bare = status === 'trialing' && !company.store.get('customers', customerId)?.cardId;
  if (bare && withoutCard === 'cancel') endSubscription(company, id, 'period_end');
  else if (pauseAtPeriodEnd || (bare && withoutCard === 'pause')) pause(company, id, resumesAt);
  else renew(company, id, { cause: status === 'trialing' ? 'trial_end' : 'cycle', start: periodEnd });
}

function announceTrialEnd(company: Company, id: string): void {
  const subscription = company.store.update('subscriptions', id, { trialEndAnnounced: true });
  company.emit({ kind: 'trial_will_end', subscription }, subscription.customerId);
}
