import { renew } from '../../../core/billing.ts';
import type { Company } from '../../../core/company.ts';
import { endSubscription } from '../../../core/ending.ts';
import { DAY_MS } from '../../../core/periods.ts';
import { changePlan, type PlanSwitch } from '../../../core/planChange.ts';
import type { Subscription } from '../../../core/records.ts';
import { planPeriod } from '../../../core/scheduledChange.ts';
import { isEnded, subscriptionById } from '../../../core/subscription.ts';
import { pauseAtPeriodEnd, resume, revokeCancel, scheduleCancel, setDiscount } from '../../../core/subscriptions.ts';
import { movePeriodEnd, moveTrialEnd, withdrawPause } from '../../../core/terms.ts';
import type { Call } from './call.ts';
import { alreadyCanceled, badRequest, gone, unusable } from './errors.ts';

type Update = (call: Call, before: Subscription) => void;

/** The field in the body determines the kind of change. */
const updates: Record<string, Update> = {
  product_id: changeProduct,
  seats: changeSeats,
  cancel_at_period_end: changeCancellation,
  revoke: revokeNow,
  pause_at_period_end: changePause,
  resume: resumeNow,
  trial_end: changeTrial,
  discount_id: changeDiscount,
  current_billing_period_end: moveRenewal,
};

const SEATS = { min: 1, max: 10_000 };
const prorations = { invoice: 'now', prorate: 'next_invoice', next_period: 'next_period', reset: 'reset' } as const;
const cancellationReasons = [
  ...['too_expensive', 'missing_features', 'switched_service', 'unused', 'customer_service', 'low_quality'],
  ...['too_complex', 'other'],
];

/** PATCH /v1/subscriptions/:id. One call makes one kind of change. */
export function updateSubscription(call: Call, before: Subscription): Subscription {
  if (call.body.isNull('pending_update')) return clearPending(call, before);
  const [, update] = Object.entries(updates).find(([name]) => call.body.has(name)) ?? [];
  if (!update) throw call.body.problem('product_id', 'missing', 'Field required');
  update(call, before);
  return subscriptionById(call.company, before.id);
}

/** Drops the change scheduled for the next period. */
function clearPending({ company }: Call, before: Subscription): Subscription {
  if (isEnded(before)) throw alreadyCanceled();
  planPeriod(company, before, null);
  return subscriptionById(company, before.id);
}

function changeProduct(call: Call, before: Subscription): void {
  const id = call.body.required('product_id');
  const price = call.company.prices.find((candidate) => candidate.id === id);
  if (!price) throw unusable(['body', 'product_id'], 'Product does not exist.', id);
  if (price.interval === 'one_time') throw unusable(['body', 'product_id'], 'Product is not recurring.', id);
  change(call, before, { priceId: id, quantity: call.body.integer('seats', SEATS) ?? before.quantity });
  if (before.status === 'trialing' && !isLater(call)) adoptTrial(call.company, before, price.trialDays ?? 0);
}

const isLater = ({ body }: Call) => body.text('proration_behavior') === 'next_period';

/**
 * The new product's own trial counts from the current trial's start; if it is over, or there is none, the trial ends.
 */
function adoptTrial(company: Company, { id, trialStart }: Subscription, days: number): void {
  const now = company.clock.now();
  const end = (trialStart ?? now) + days * DAY_MS;
  if (end > now) moveTrialEnd(company, id, end);
  else renew(company, id, { cause: 'trial_end', start: now, newAnchor: true });
}

function changeSeats(call: Call, before: Subscription): void {
  const quantity = call.body.integer('seats', SEATS) ?? before.quantity;
  change(call, before, { priceId: before.priceId, quantity, asDifference: true });
}

/**
 * An immediate charge must succeed, and an earlier scheduled change is dropped
 * (polar.sh/docs/features/subscriptions/proration).
 */
function change({ company, body }: Call, before: Subscription, plan: Omit<PlanSwitch, 'proration'>): void {
  if (isEnded(before) || before.cancelAt !== null) throw alreadyCanceled();
  const behavior = body.oneOf('proration_behavior', ['invoice', 'prorate', 'next_period', 'reset']) ?? 'prorate';
  company.store.update('subscriptions', before.id, { pendingUpdate: null });
  changePlan(company, before.id, { ...plan, proration: prorations[behavior], refusesUnpaid: true });
}

function changeCancellation({ company, body }: Call, { id, ...before }: Subscription): void {
  const ended = before.endedAt !== null;
  if (body.flag('cancel_at_period_end') === false) {
    if (ended) throw gone();
    if (before.cancelAt === null) throw badRequest();
    return void revokeCancel(company, id);
  }
  if (ended || before.cancelAt !== null) throw alreadyCanceled();
  const cancellationReason = body.oneOf('customer_cancellation_reason', cancellationReasons);
  const cancellationComment = body.text('customer_cancellation_comment');
  company.store.update('subscriptions', id, { extra: { ...before.extra, cancellationReason, cancellationComment } });
  scheduleCancel(company, id, { via: 'api' });
}

function revokeNow({ company, body }: Call, before: Subscription): void {
  if (body.flag('revoke') !== true) throw body.problem('revoke', 'literal_error', 'Input should be True');
  if (isEnded(before)) throw alreadyCanceled();
  endSubscription(company, before.id, 'immediately');
}

function changePause({ company, body }: Call, before: Subscription): void {
  if (isEnded(before)) throw alreadyCanceled();
  if (body.flag('pause_at_period_end') === false) return void withdrawPause(company, before.id);
  if (before.status === 'paused') throw badRequest('This subscription is already paused.');
  pauseAtPeriodEnd(company, before.id, body.time('resumes_at') ?? null);
}

function resumeNow({ company, body }: Call, before: Subscription): void {
  if (body.flag('resume') !== true) throw body.problem('resume', 'literal_error', 'Input should be True');
  if (before.status === 'paused') resume(company, before.id);
  else if (before.pauseAtPeriodEnd) withdrawPause(company, before.id);
  else throw badRequest('This subscription is not paused.');
}

/** Applies from the next invoice on. */
function changeDiscount({ company, body }: Call, before: Subscription): void {
  if (isEnded(before)) throw alreadyCanceled();
  const id = body.uuid('discount_id') ?? '';
  if (!company.store.get('coupons', id)?.active)
    throw unusable(['body', 'discount_id'], 'Discount does not exist.', id);
  setDiscount(company, before.id, id);
}

function moveRenewal({ company, body }: Call, before: Subscription): void {
  if (isEnded(before) || before.cancelAt !== null) throw alreadyCanceled();
  movePeriodEnd(company, before.id, body.time('current_billing_period_end') ?? 0);
}

function changeTrial({ company, body }: Call, before: Subscription): void {
  if (isEnded(before)) throw alreadyCanceled();
  if (body.value('trial_end') !== 'now') return void moveTrialEnd(company, before.id, body.time('trial_end') ?? 0);
  if (before.status !== 'trialing') throw unusable(['body', 'trial_end'], 'The subscription is not trialing.', 'now');
  renew(company, before.id, { cause: 'trial_end', start: company.clock.now(), newAnchor: true });
}
