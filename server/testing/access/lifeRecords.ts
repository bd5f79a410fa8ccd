import type { OwnerRecords, PaymentRecord, SubscriptionRecord } from '../../billing/access/timeline/ownerRecords.ts';
import type { Life, LivedPayment, LivedSubscription } from './lives.ts';

const DAY = 86_400_000;
const EPOCH = new Date(0);
const dateOf = (at: number | null) => (at === null ? null : new Date(at));
const decimal = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** A life as the records of its owner. */
export function recordsOf({ subscriptions, purchases, grants }: Life): OwnerRecords {
  return {
    subscriptions: subscriptions.map(subscriptionOf),
    purchases: purchases.flatMap(({ plan, days, ...payment }) => {
      const record = paymentOf(payment);
      const { paidAt } = record;
      return days === null || paidAt === null ? [] : [{ ...record, plan, paidAt, accessDays: days }];
    }),
    grants: grants.filter(({ isRevoked }) => !isRevoked).map(({ plan, until }) => ({ plan, until: dateOf(until) })),
  };
}

function subscriptionOf(given: LivedSubscription): SubscriptionRecord {
  const { startsAt, endsAt, trialEnd, toldAt, unknownSince, payments, ...rest } = given;
  return {
    ...rest,
    interval: 'month',
    priceId: null,
    scheduledChange: null,
    currentPeriodStart: new Date(startsAt),
    currentPeriodEnd: new Date(endsAt),
    trialEnd: dateOf(trialEnd),
    lastEventAt: dateOf(toldAt),
    unknownSince: dateOf(unknownSince),
    payments: payments.map(paymentOf),
  };
}

function paymentOf({ isFailed, isWrittenOff, amount, refunded, dispute, at, isOld }: LivedPayment): PaymentRecord {
  const time = isOld ? null : new Date(at);
  return {
    status: isFailed ? 'failed' : 'succeeded',
    amount: decimal(amount),
    amountRefunded: decimal(refunded),
    currency: 'usd',
    dispute: isFailed ? null : dispute,
    writtenOff: isWrittenOff ? 'voided' : null,
    paidAt: isFailed ? null : time,
    failedAt: isFailed ? time : null,
    lastEventAt: new Date(isOld ? at : at + DAY),
    createdAt: EPOCH,
  };
}
