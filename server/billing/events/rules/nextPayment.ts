import { toDecimal } from '../../../plans/money.ts';
import { earliest, type Instant, latest } from '../../records/instant.ts';
import { type Payment, statusOfCharge, statusSinceCharge } from '../../records/payment.ts';
import type { PaymentFacts } from '../event.ts';
import type { Case } from './known.ts';
import { isNewer, PAYMENT_RANK } from './order.ts';

/** The payment's next row; null: the event does not change it. */
export function nextPayment(given: Case): Payment | null {
  const { event, known, owner } = given;
  const { payment: facts } = event;
  if (!facts) return null;
  if (!known.payment) return owner === null ? null : newPayment({ ...given, owner }, facts);
  return isNewer(event.occurredAt, PAYMENT_RANK[facts.status], known.payment)
    ? changed(given, known.payment, facts)
    : withEarlierWords(given, known.payment, facts);
}

function newPayment(given: Case & { owner: string }, facts: PaymentFacts): Payment {
  const { event, known, now, owner, foreign } = given;
  const customerId = event.customer?.id ?? known.subscription?.customerId ?? null;
  return {
    id: facts.id,
    userId: owner,
    customerId: foreign ? (known.subscription?.customerId ?? null) : (customerId ?? known.ownersCustomerId),
    subscriptionId: facts.subscriptionId,
    provider: event.provider,
    providerPaymentId: facts.providerPaymentId,
    type: facts.type,
    status: facts.status,
    amount: facts.amount ?? '0.00',
    currency: facts.currency ?? 'usd',
    description: facts.description ?? null,
    aside: facts.aside ?? false,
    amountRefunded: toDecimal({ minorUnits: 0, currency: facts.currency ?? 'usd' }),
    disputed: false,
    dispute: null,
    ...nextTimes(given, null, facts),
    ...purchaseOf(null, facts),
    ...papersOf(null, facts),
    ...nextOpen(null, facts),
    referenceId: facts.referenceId,
    reportedRefunded: null,
    reportedRefundedAt: null,
    lastEventAt: event.occurredAt,
    lastEventRank: facts.isAsked ? PAYMENT_RANK.asked : PAYMENT_RANK[facts.status],
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** A known payment's status changes, and its unknown fields are filled. */
function changed(given: Case, payment: Payment, facts: PaymentFacts): Payment {
  const { event, now, foreign } = given;
  const isAskedStill = facts.isAsked && payment.lastEventRank === PAYMENT_RANK.asked;
  const rank = isAskedStill ? PAYMENT_RANK.asked : PAYMENT_RANK[facts.status];
  const { amount, currency } = dueInstead(payment, facts);
  return {
    ...payment,
    amount,
    currency,
    status: statusSinceCharge(facts.status, { ...payment, amount }),
    ...nextTimes(given, payment, facts),
    ...purchaseOf(payment, facts),
    ...papersOf(payment, facts),
    ...nextOpen(payment, facts),
    aside: payment.aside || facts.aside === true,
    customerId: payment.customerId ?? (foreign ? null : (event.customer?.id ?? null)),
    subscriptionId: payment.subscriptionId ?? facts.subscriptionId,
    referenceId: payment.referenceId ?? facts.referenceId,
    lastEventAt: latest(payment.lastEventAt, event.occurredAt),
    lastEventRank: event.occurredAt === null ? payment.lastEventRank : rank,
    updatedAt: now,
    version: payment.version + 1,
  };
}

type Due = Pick<Payment, 'amount' | 'currency'>;

/** What was paid or owed, in the place of what a checkout asked for; it never changes. */
function dueInstead(payment: Payment, { isAsked, amount, currency }: PaymentFacts): Due {
  const isTold = !isAsked && amount !== undefined && currency !== undefined;
  return payment.lastEventRank === PAYMENT_RANK.asked && isTold ? { amount, currency } : payment;
}

type Times = Pick<Payment, 'paidAt' | 'failedAt'>;

/** The paid time only ever moves back; the first failure counts until the payment succeeds. */
function nextTimes({ event, now }: Case, payment: Payment | null, { status }: PaymentFacts): Times {
  const at = event.occurredAt ?? now;
  const paidAt = payment?.paidAt ?? null;
  if (status === 'succeeded') return { paidAt: earliest(paidAt, at), failedAt: null };
  const isFailing = payment !== null && statusOfCharge(payment) === 'failed';
  return { paidAt, failedAt: isFailing ? earliest(payment.failedAt, at) : at };
}

type Purchase = Pick<Payment, 'plan' | 'priceId' | 'accessDays'>;

/** What was bought, from the first event that names it. */
function purchaseOf(payment: Payment | null, facts: PaymentFacts): Purchase {
  const { plan = null, priceId = null, accessDays = null } = payment ?? {};
  const price = { priceId: priceId ?? facts.priceId ?? null };
  return plan !== null
    ? { plan, accessDays, ...price }
    : { plan: facts.plan ?? null, accessDays: facts.accessDays ?? null, ...price };
}

type Papers = Pick<Payment, 'periodStart' | 'periodEnd' | 'invoiceUrl' | 'receiptUrl' | 'amountDiscounted'>;

/** What the payment is for and its invoice and receipt, each from the first event that names it. */
function papersOf(payment: Payment | null, facts: PaymentFacts): Papers {
  return {
    periodStart: payment?.periodStart ?? facts.periodStart ?? null,
    periodEnd: payment?.periodEnd ?? facts.periodEnd ?? null,
    invoiceUrl: payment?.invoiceUrl ?? facts.invoiceUrl ?? null,
    receiptUrl: payment?.receiptUrl ?? facts.receiptUrl ?? null,
    amountDiscounted: payment?.amountDiscounted ?? facts.amountDiscounted ?? null,
  };
}

type Open = Pick<Payment, 'actionUrl' | 'writtenOff'>;

/** What the payer can do while it is unpaid; nothing once it is paid or written off. */
function nextOpen(payment: Payment | null, facts: PaymentFacts): Open {
  if (facts.status === 'succeeded') return { actionUrl: null, writtenOff: null };
  const writtenOff = facts.writtenOff ?? payment?.writtenOff ?? null;
  return { actionUrl: writtenOff ? null : (payment?.actionUrl ?? facts.actionUrl ?? null), writtenOff };
}

const TOLD_LATE = [
  ...(['amount', 'plan', 'priceId', 'paidAt', 'failedAt', 'periodStart', 'periodEnd'] as const),
  ...(['invoiceUrl', 'receiptUrl', 'actionUrl', 'writtenOff', 'amountDiscounted', 'referenceId'] as const),
];

/** A late event may be the earliest one that names it, so the order of deliveries does not matter. */
function withEarlierWords({ event, now }: Case, payment: Payment, facts: PaymentFacts): Payment | null {
  const at = event.occurredAt;
  const { amount, currency } = dueInstead(payment, facts);
  const next: Payment = {
    ...payment,
    amount,
    currency,
    status: statusSinceCharge(statusOfCharge(payment), { ...payment, amount }),
    ...purchaseOf(payment, facts),
    ...papersOf(payment, facts),
    ...(isOfThisFailure(at, payment, facts) ? nextOpen(payment, facts) : {}),
    ...earlierTimes(at, payment, facts),
    referenceId: payment.referenceId ?? facts.referenceId,
  };
  if (TOLD_LATE.every((name) => next[name] === payment[name])) return null;
  return { ...next, updatedAt: now, version: payment.version + 1 };
}

/** It failed and was not paid afterwards. */
function isOfThisFailure(at: Instant | null, payment: Payment, { status }: PaymentFacts): boolean {
  if (at === null || status !== 'failed' || statusOfCharge(payment) !== 'failed') return false;
  return payment.paidAt === null || at > payment.paidAt;
}

function earlierTimes(at: Instant | null, payment: Payment, facts: PaymentFacts): Times {
  const { paidAt, failedAt } = payment;
  if (at === null) return { paidAt, failedAt };
  if (facts.status === 'succeeded') return { paidAt: paidAt && earliest(paidAt, at), failedAt };
  return { paidAt, failedAt: isOfThisFailure(at, payment, facts) ? failedAt && earliest(failedAt, at) : failedAt };
}
