import type { ProviderEvent } from '../../billing/events/event.ts';
import { type Case, type Known, NOTHING_KNOWN } from '../../billing/events/rules/known.ts';
import { rankOf } from '../../billing/events/rules/order.ts';
import { isForeign, ownerOf } from '../../billing/events/rules/owner.ts';
import type { Customer } from '../../billing/records/customer.ts';
import { type Instant, toInstant } from '../../billing/records/instant.ts';
import type { Payment } from '../../billing/records/payment.ts';
import type { Subscription } from '../../billing/records/subscription.ts';
import { customerId, paymentId, subscriptionId, time } from './toldEvents.ts';

/** The instant at this number of seconds after noon. */
export const at = (seconds: number): Instant => toInstant(time(seconds));
export const NOW = at(1_000);
const MADE = at(-10);

const mark = { lastEventAt: at(0), lastEventRank: 2, createdAt: MADE, updatedAt: MADE, version: 3 };
const owned = { userId: 'u', provider: 'alpha' };

export const subscriptionRow = (changes: Partial<Subscription> = {}): Subscription => ({
  ...owned,
  id: subscriptionId,
  providerSubscriptionId: 's',
  customerId: null,
  status: 'active',
  plan: 'pro',
  interval: 'month',
  amount: '9.90',
  currency: 'usd',
  amountKnown: true,
  amountDiscounted: null,
  discountUntil: null,
  taxIncluded: null,
  currentPeriodStart: at(1),
  currentPeriodEnd: at(2),
  cancelAtPeriodEnd: false,
  cancelAt: null,
  canceledAt: null,
  trialStart: null,
  trialEnd: null,
  standing: 'running',
  reportedStatus: 'active',
  nativeStatus: null,
  priceId: null,
  quantity: null,
  paymentFailedAt: null,
  grantedPlan: null,
  grantedAt: null,
  unknownSince: null,
  scheduledChange: null,
  lastEventId: 'before',
  ...mark,
  ...changes,
});

export const customerRow = (changes: Partial<Customer> = {}): Customer => ({
  ...owned,
  id: customerId,
  providerCustomerId: 'c',
  email: 'c@example.com',
  metadata: { a: 1 },
  deletedAt: null,
  assigned: false,
  ...mark,
  ...changes,
});

export const paymentRow = (changes: Partial<Payment> = {}): Payment => ({
  ...owned,
  id: paymentId,
  providerPaymentId: 'p',
  customerId: null,
  subscriptionId,
  type: 'subscription',
  status: 'failed',
  amount: '9.90',
  currency: 'usd',
  amountDiscounted: null,
  description: null,
  receiptUrl: null,
  invoiceUrl: null,
  periodStart: null,
  periodEnd: null,
  actionUrl: null,
  writtenOff: null,
  aside: false,
  amountRefunded: '0.00',
  disputed: false,
  dispute: null,
  paidAt: null,
  failedAt: null,
  plan: null,
  priceId: null,
  accessDays: null,
  referenceId: null,
  reportedRefunded: null,
  reportedRefundedAt: null,
  ...mark,
  ...changes,
});

export const knownOf = (known: Partial<Known>): Known => ({ ...NOTHING_KNOWN, ...known });

/** An event and the known records, as `decide` passes them to the rules. */
export function caseOf(event: ProviderEvent, records: Partial<Known> = {}, forced: Partial<Case> = {}): Case {
  const known = knownOf(records);
  const owner = ownerOf(event, known);
  return { event, known, now: NOW, owner, foreign: isForeign(event, known, owner), rank: rankOf(event), ...forced };
}
