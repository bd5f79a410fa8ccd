import type { Money } from './money.ts';
import type { Remark } from './remarks.ts';
import type { PaymentUpdateResult } from './returned.ts';

/** The specification's statuses. A deletion comes as an event type instead. */
export const toldStatuses = ['active', 'trialing', 'past_due', 'canceled', 'incomplete'] as const;
export type SubscriptionStatus = (typeof toldStatuses)[number];
/**
 * What a provider's own status means for access, beyond our status. `running`: what was paid for can be used; `paused`:
 * nothing more is charged until it goes on (while `active`, from the next period on); `over`: nothing of it can be used,
 * whatever was paid.
 */
export const standings = ['running', 'paused', 'over'] as const;
export type Standing = (typeof standings)[number];
/** A provider's own status in our words. */
export interface StatusMeaning {
  status: SubscriptionStatus;
  standing: Standing;
}
export const toldPaymentStatuses = ['succeeded', 'failed'] as const;
export type ToldPaymentStatus = (typeof toldPaymentStatuses)[number];
/** Written off: the amount is no longer due. */
export const writeOffs = ['voided', 'uncollectible'] as const;
export type WriteOff = (typeof writeOffs)[number];
export const paymentTypes = ['subscription', 'one_time'] as const;
export type PaymentType = (typeof paymentTypes)[number];

export interface CustomerResult {
  providerCustomerId: string;
  userId?: string;
  email?: string;
  metadata?: Record<string, unknown>;
  deleted?: boolean;
  /** True when the event is about the customer itself; false when it only names one. */
  explicit: boolean;
  /** The user that the provider's own record of the customer names, if the event contains it. */
  statedUserId?: string;
}

/**
 * The fields of a subscription in an event. An absent field is unknown and leaves the record's value; null means
 * explicitly none. Timestamps are ISO 8601 in UTC. `isIgnored`: it is for another product of the company.
 */
export interface SubscriptionResult {
  providerSubscriptionId: string;
  providerCustomerId?: string;
  userId?: string;
  /**
   * `state`: the provider's full view, applied by the order rule.
   * `initial`: creates a missing record and never changes one (a completed checkout).
   * `payment_failed`: turns a live record past due as of the event's time and creates none.
   */
  kind: 'state' | 'initial' | 'payment_failed';
  status?: SubscriptionStatus;
  standing?: Standing;
  /** The provider's own word, kept to be looked up: it decides nothing. */
  nativeStatus?: string;
  priceId?: string;
  plan?: string;
  isIgnored?: true;
  interval?: string;
  quantity?: number;
  amount?: Money;
  /** There is no single amount, or it is unknown; `currency` is known nevertheless. */
  amountKnown?: false;
  currency?: string;
  /** The discount on every invoice; `amount` is the rest. */
  amountDiscounted?: Money | null;
  /** When the discount ends; null: no end is given. */
  discountUntil?: string | null;
  /** Whether `amount` includes the tax; null: there is no tax, or it is unknown. */
  taxIncluded?: boolean | null;
  currentPeriodStart?: string;
  currentPeriodEnd?: string;
  cancelAtPeriodEnd?: boolean;
  cancelAt?: string | null;
  canceledAt?: string | null;
  trialStart?: string | null;
  trialEnd?: string | null;
}

export interface PaymentResult {
  /** The invoice's or order's id, if any, so that retries and checkouts match; `reference`: the id in refunds. */
  providerPaymentId: string;
  providerCustomerId?: string;
  providerSubscriptionId?: string;
  userId?: string;
  type: PaymentType;
  status: ToldPaymentStatus;
  /** The amount paid or owed: with tax, after discounts. */
  amount?: Money;
  /** `amount` is what a checkout asked for: what was paid may differ by tax or credit, and another event tells it. */
  isAsked?: true;
  /** The discount. */
  amountDiscounted?: Money;
  description?: string;
  receiptUrl?: string;
  invoiceUrl?: string;
  reference?: string;
  /** The period that it pays for; ISO 8601. */
  periodStart?: string;
  periodEnd?: string;
  /** Of a failed payment: the page where the payer confirms it, if the bank requires that. */
  actionUrl?: string;
  /** Only for a failed payment. */
  writtenOff?: WriteOff;
  /** Not for a period of its subscription, so its failure does not affect the subscription. */
  aside?: true;
  /** What was bought, if the event names it. */
  plan?: string;
  priceId?: string;
  isIgnored?: true;
  /** How many days a one-time purchase grants its plan, 0: no end; from the plans file, never from the event. */
  accessDays?: number;
}

/** The result of `processWebhookEvent`: at most one record of each kind, or the reason why the event can't be used. */
export interface WebhookResult {
  customer?: CustomerResult;
  subscription?: SubscriptionResult;
  payment?: PaymentResult;
  paymentUpdate?: PaymentUpdateResult;
  /** The user named by the buyer: it counts only for a checkout session that we started. */
  referenceUserId?: string;
  /** Set when a checkout session ended with this event, so that it is never offered again. */
  completedCheckoutId?: string;
  /** A known type without its match key: the delivery fails and is stored as failed. */
  error?: Remark;
  /** Why an event of a known type changes nothing. */
  ignored?: Remark;
  /** From an account or mode other than the key's: `ignored` says which. */
  isForeign?: true;
  /** The event only references its object: it is unusable until `expandEvent` has read it. */
  isThin?: true;
  /** Values that were skipped because they are unusable. */
  warnings: Remark[];
}
