import type { Format } from '../format.ts';
import type { PaymentsCopy } from '../text/payments.en.ts';
import type { PaymentView, UsedSubscription } from '../trpc.ts';

export type ShownPayment = Omit<PaymentView, 'status'> & {
  /** `pending`: a first payment that is on its way. */
  status: string;
};

/** What a row is for: our plan, else what kind of payment it is; never the provider's words. */
export function boughtIn({ plan, type }: Pick<ShownPayment, 'plan' | 'type'>): { plan: string } | { type: string } {
  return plan === null || plan === 'unknown' ? { type } : { plan };
}

/** How it went, in words. */
export function statusText(payment: ShownPayment, copy: PaymentsCopy, format: Pick<Format, 'money'>): string {
  const { status, amount, amountRefunded, currency, writtenOff } = payment;
  const texts = copy.payments;
  if (status === 'partially_refunded')
    return texts.partlyRefunded(format.money(amountRefunded, currency), format.money(amount, currency));
  return (writtenOff && texts.writtenOff[writtenOff]) ?? texts.statuses[status] ?? status;
}

type Awaited = Pick<
  UsedSubscription,
  | 'id'
  | 'userId'
  | 'customerId'
  | 'provider'
  | 'plan'
  | 'amount'
  | 'amountKnown'
  | 'currency'
  | 'createdAt'
  | 'updatedAt'
  | 'use'
>;

/**
 * Bank debits that have not arrived have no payment yet: their subscriptions tell of them, newest first. A row has a sum:
 * where none is known, the plan's own sentence says that the bank is waited for.
 */
export function withPending(payments: readonly ShownPayment[], awaited: readonly Awaited[]): ShownPayment[] {
  return [
    ...awaited.filter(({ use, amountKnown }) => use.failedAt === null && amountKnown).map(pendingOf),
    ...payments,
  ];
}

function pendingOf({ id, use, amountKnown, ...known }: Awaited): ShownPayment {
  const papers = { invoiceUrl: null, receiptUrl: null, actionUrl: null, writtenOff: null, returnedAt: null };
  const period = { periodStart: null, periodEnd: null, priceId: null, providerPaymentId: '', description: '' };
  const money = { amountRefunded: '0', amountDiscounted: null };
  return { ...known, id, subscriptionId: id, type: 'subscription', status: 'pending', ...money, ...period, ...papers };
}
