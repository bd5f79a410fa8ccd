import type {
  CustomerResult,
  EventType,
  PaymentResult,
  Standing,
  SubscriptionResult,
  WebhookEvent,
  WebhookResult,
} from '../../adapters/adapter.ts';
import { toDecimal } from '../../plans/money.ts';
import { type Instant, toInstant } from '../records/instant.ts';
import { recordId } from '../records/recordId.ts';
import type { LedgerRemark } from '../records/remark.ts';
import type { RecordStatus } from '../records/subscription.ts';
import { type PaymentUpdateFacts, paymentUpdateFacts } from './paymentUpdate.ts';

const MAX_WARNINGS = 20;
const MAX_INT = 2_147_483_647;

/** An event in the rules' terms: our ids, times and amounts. An absent field was not part of the event. */
export interface ProviderEvent {
  provider: string;
  id: string;
  type: EventType | null;
  nativeType: string | null;
  occurredAt: Instant | null;
  warnings: LedgerRemark[];
  /** An outcome that was decided before the records are looked at. */
  verdict: Verdict | null;
  /** Reapplies an event that is already in the ledger; the order rule still protects the records. */
  replay: boolean;
  /** For a provider snapshot: the record's version before the provider was asked, or 0 if there was no record. */
  snapshotOf: number | null;
  /** The user that the event names. */
  userId: string | null;
  /** The user named by a checkout's reference, which anyone can put into a payment link. */
  referenceUserId: string | null;
  customer: CustomerFacts | null;
  subscription: SubscriptionFacts | null;
  payment: PaymentFacts | null;
  paymentUpdate: PaymentUpdateFacts | null;
  /** The checkout session that ended with this event. */
  checkoutSession: string | null;
  /** It is about another product of the company. */
  isIgnored: boolean;
  /** JSON as UTF-8, without a byte order mark. */
  body: Buffer;
}

export type Verdict = { outcome: 'ignored'; reason: LedgerRemark } | { outcome: 'failed'; error: LedgerRemark };

export interface CustomerFacts {
  id: string;
  providerCustomerId: string;
  /** The event is about the customer itself and does not merely name it. */
  explicit: boolean;
  deleted: boolean;
  /**
   * The user named by the provider's own record of the customer, which may differ from the user that the event names;
   * null: no reason for doubt.
   */
  statedOwner: 'nobody' | 'another user' | null;
  email?: string;
  metadata?: Record<string, unknown>;
}

/** Keyed by the record's columns; null means explicitly none. */
export interface SubscriptionFacts {
  id: string;
  providerSubscriptionId: string;
  kind: SubscriptionResult['kind'];
  status?: RecordStatus;
  standing?: Standing;
  /** The provider states a status that its adapter doesn't know. */
  isStatusUnknown: boolean;
  nativeStatus?: string;
  priceId?: string;
  plan?: string;
  interval?: string;
  quantity?: number;
  amount?: string;
  amountKnown?: false;
  currency?: string;
  amountDiscounted?: string | null;
  discountUntil?: Instant | null;
  taxIncluded?: boolean | null;
  currentPeriodStart?: Instant;
  currentPeriodEnd?: Instant;
  cancelAtPeriodEnd?: boolean;
  cancelAt?: Instant | null;
  canceledAt?: Instant | null;
  trialStart?: Instant | null;
  trialEnd?: Instant | null;
}

export interface PaymentFacts {
  id: string;
  providerPaymentId: string;
  subscriptionId: string | null;
  type: PaymentResult['type'];
  status: PaymentResult['status'];
  amount?: string;
  currency?: string;
  isAsked?: true;
  amountDiscounted?: string;
  description?: string;
  receiptUrl?: string;
  invoiceUrl?: string;
  periodStart?: Instant;
  periodEnd?: Instant;
  actionUrl?: string;
  writtenOff?: PaymentResult['writtenOff'];
  aside?: true;
  /** Our id of the payment that its reference stands for. */
  referenceId: string | null;
  plan?: string;
  priceId?: string;
  accessDays?: number;
}

export interface EventInput {
  event: WebhookEvent;
  body: Buffer;
  result?: WebhookResult;
  /** Facts about the provider, from its adapter. */
  findsBuyersByAddress?: boolean;
  verdict?: Verdict;
  replay?: boolean;
  snapshotOf?: number;
}

/** Converts an adapter's event into the rules' terms. Pure. */
export function toProviderEvent(input: EventInput): ProviderEvent {
  const { event, body, result, verdict, replay, snapshotOf } = input;
  const { provider, id, type, nativeType, occurredAt } = event;
  return {
    provider,
    id,
    type,
    nativeType,
    occurredAt: occurredAt === null ? null : toInstant(occurredAt),
    warnings: warningsOf(result),
    verdict: verdict ?? null,
    replay: replay ?? false,
    snapshotOf: snapshotOf ?? null,
    userId: userIdOf(result),
    referenceUserId: result?.referenceUserId ?? null,
    customer: result ? customerFacts(input, result) : null,
    subscription: result?.subscription ? subscriptionFacts(provider, result.subscription) : null,
    payment: result?.payment ? paymentFacts(provider, result.payment) : null,
    paymentUpdate: result?.paymentUpdate ? paymentUpdateFacts(provider, result.paymentUpdate) : null,
    checkoutSession: result?.completedCheckoutId ?? null,
    isIgnored: Boolean(result?.subscription?.isIgnored ?? result?.payment?.isIgnored),
    body,
  };
}

function fitsInt(value: number | undefined): boolean {
  return value === undefined || value <= MAX_INT;
}

function warningsOf(result: WebhookResult | undefined): LedgerRemark[] {
  const odd: LedgerRemark[] = fitsInt(result?.subscription?.quantity) ? [] : ['unusable quantity'];
  return [...(result?.warnings ?? []), ...odd].slice(0, MAX_WARNINGS);
}

function userIdOf(result: WebhookResult | undefined): string | null {
  return result?.subscription?.userId ?? result?.payment?.userId ?? result?.customer?.userId ?? null;
}

/** The customer that the event is about, or the one that its subscription or payment names. */
function customerFacts(
  { event: { provider }, findsBuyersByAddress }: EventInput,
  result: WebhookResult,
): CustomerFacts | null {
  const about: Partial<CustomerResult> = result.customer ?? {};
  const providerCustomerId =
    about.providerCustomerId ?? result.subscription?.providerCustomerId ?? result.payment?.providerCustomerId;
  if (!providerCustomerId) return null;
  const { explicit = false, deleted = false, email, metadata } = about;
  const isDoubtful = findsBuyersByAddress && !explicit;
  const statedOwner = isDoubtful ? statedOwnerOf(about, userIdOf(result)) : null;
  const id = recordId('customer', provider, providerCustomerId);
  return { id, providerCustomerId, explicit, deleted, statedOwner, email, metadata };
}

function statedOwnerOf({ statedUserId }: Partial<CustomerResult>, userId: string | null): CustomerFacts['statedOwner'] {
  if (userId === null || statedUserId === userId) return null;
  return statedUserId ? 'another user' : 'nobody';
}

function subscriptionFacts(provider: string, result: SubscriptionResult): SubscriptionFacts {
  const { providerCustomerId: _customer, userId: _user, isIgnored: _ignored, amount, ...said } = result;
  return {
    ...said,
    id: recordId('subscription', provider, said.providerSubscriptionId),
    isStatusUnknown: said.nativeStatus !== undefined && said.status === undefined,
    quantity: fitsInt(said.quantity) ? said.quantity : undefined,
    amount: amount && toDecimal(amount),
    currency: amount?.currency ?? said.currency,
    amountDiscounted: said.amountDiscounted && toDecimal(said.amountDiscounted),
    discountUntil: timeOrNone(result.discountUntil),
    currentPeriodStart: timeOf(result.currentPeriodStart),
    currentPeriodEnd: timeOf(result.currentPeriodEnd),
    cancelAt: timeOrNone(result.cancelAt),
    canceledAt: timeOrNone(result.canceledAt),
    trialStart: timeOrNone(result.trialStart),
    trialEnd: timeOrNone(result.trialEnd),
  };
}

function paymentFacts(provider: string, result: PaymentResult): PaymentFacts {
  const { providerCustomerId, providerSubscriptionId, userId, reference, amount, periodStart, periodEnd, ...rest } =
    result;
  const { isIgnored: _, ...said } = rest;
  return {
    ...said,
    id: recordId('payment', provider, said.providerPaymentId),
    subscriptionId: providerSubscriptionId ? recordId('subscription', provider, providerSubscriptionId) : null,
    amount: amount && toDecimal(amount),
    currency: amount?.currency,
    amountDiscounted: said.amountDiscounted && toDecimal(said.amountDiscounted),
    periodStart: timeOf(periodStart),
    periodEnd: timeOf(periodEnd),
    referenceId: reference ? recordId('payment', provider, reference) : null,
  };
}

function timeOf(text: string | undefined): Instant | undefined {
  return text === undefined ? undefined : toInstant(text);
}

function timeOrNone(text: string | null | undefined): Instant | null | undefined {
  return text === null ? null : timeOf(text);
}

/** Our id of the payment that the event is about. */
export function paymentIdOf({ payment, paymentUpdate }: ProviderEvent): string | undefined {
  return payment?.id ?? paymentUpdate?.id;
}

/** Our id of the event's subscription, or of its payment's. */
export function subscriptionIdOf({ subscription, payment }: ProviderEvent): string | null {
  return subscription?.id ?? payment?.subscriptionId ?? null;
}
