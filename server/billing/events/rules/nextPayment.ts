import { toDecimal } from '../../plans/money.ts';
import { earliest, type Instant, latest } from '../../records/instant.ts';
import { type Payment, statusOfCharge, statusSinceCharge } from '../../records/payment.ts';
import type { PaymentFacts } from '../event.ts';
import type { Case } from './known.ts';
import { isNewer, PAYMENT_RANK } from './order.ts';

/** The payment's next row; null: the event changes none. */
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
    amountDiscounted: facts.amountDiscounted ?? null,
    description: facts.description ?? null,
    receiptUrl: facts.receiptUrl ?? null,
    amountRefunded: toDecimal({ minorUnits: 0, currency: facts.currency ?? 'usd' }),
    disputed: false,
    dispute: null,
    ...nextTimes(given, null, facts),
    ...purchaseOf(null, facts),
    referenceId: facts.referenceId,
    toldRefunded: null,
    toldRefundedAt: null,
    lastEventAt: event.occurredAt,
    lastEventRank: PAYMENT_RANK[facts.status],
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** A known payment's status changes, and what was not known of it is filled. */
function changed(given: Case, payment: Payment, facts: PaymentFacts): Payment {
  const { event, now, foreign } = given;
  return {
    ...payment,
    status: statusSinceCharge(facts.status, payment),
    ...nextTimes(given, payment, facts),
    ...purchaseOf(payment, facts),
    customerId: payment.customerId ?? (foreign ? null : (event.customer?.id ?? null)),
    subscriptionId: payment.subscriptionId ?? facts.subscriptionId,
    receiptUrl: payment.receiptUrl ?? facts.receiptUrl ?? null,
    amountDiscounted: payment.amountDiscounted ?? facts.amountDiscounted ?? null,
    referenceId: payment.referenceId ?? facts.referenceId,
    lastEventAt: latest(payment.lastEventAt, event.occurredAt),
    lastEventRank: event.occurredAt === null ? payment.lastEventRank : PAYMENT_RANK[facts.status],
    updatedAt: now,
    version: payment.version + 1,
  };
}

type Times = Pick<Payment, 'paidAt' | 'failedAt'>;

/** When it was paid never moves but back; when it failed first counts until it is paid. */
function nextTimes({ event, now }: Case, payment: Payment | null, { status }: PaymentFacts): Times {
  const at = event.occurredAt ?? now;
  const paidAt = payment?.paidAt ?? null;
  if (status === 'succeeded') return { paidAt: earliest(paidAt, at), failedAt: null };
  const isFailing = payment !== null && statusOfCharge(payment) === 'failed';
  return { paidAt, failedAt: isFailing ? earliest(payment.failedAt, at) : at };
}

type Purchase = Pick<Payment, 'plan' | 'priceId' | 'accessDays'>;

/** What was bought, as the first word of it says. Payments of before there were such words give nothing. */
function purchaseOf(payment: Payment | null, facts: PaymentFacts): Purchase {
  const { plan = null, priceId = null, accessDays = null } = payment ?? {};
  const isOld = payment !== null && payment.paidAt === null && statusOfCharge(payment) === 'succeeded';
  if (isOld || plan !== null) return { plan, priceId, accessDays };
  return { plan: facts.plan ?? null, priceId: facts.priceId ?? null, accessDays: facts.accessDays ?? null };
}

/** An event that comes late may be the first that tells of it: the order of deliveries decides nothing. */
function withEarlierWords({ event, now }: Case, payment: Payment, facts: PaymentFacts): Payment | null {
  const amountDiscounted = payment.amountDiscounted ?? facts.amountDiscounted ?? null;
  const times = earlierTimes(event.occurredAt, payment, facts);
  const next = { ...payment, amountDiscounted, ...purchaseOf(payment, facts), ...times };
  const isSame = (['plan', 'paidAt', 'failedAt', 'amountDiscounted'] as const).every(
    (name) => next[name] === payment[name],
  );
  return isSame ? null : { ...next, updatedAt: now, version: payment.version + 1 };
}

function earlierTimes(at: Instant | null, payment: Payment, { status }: PaymentFacts): Times {
  const { paidAt, failedAt } = payment;
  if (at === null) return { paidAt, failedAt };
  if (status === 'succeeded') return { paidAt: paidAt && earliest(paidAt, at), failedAt };
  const isOfThisFailure = statusOfCharge(payment) === 'failed' && (paidAt === null || at > paidAt);
  return { paidAt, failedAt: isOfThisFailure ? failedAt && earliest(failedAt, at) : failedAt };
}
