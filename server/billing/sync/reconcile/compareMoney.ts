import type { Payment, Refund } from '../../../database/generated/client.ts';
import { toMinorUnits } from '../../../plans/money.ts';
import { applyEvent } from '../../events/applyEvent.ts';
import type { PaymentFacts, ProviderEvent } from '../../events/event.ts';
import { readEvent, readUnsigned } from '../../events/judgeEvent.ts';
import { PAYMENT_RANK } from '../../events/rules/order.ts';
import { toInstant } from '../../records/instant.ts';
import type { CompareContext, CustomerDrift } from './compareCustomer.ts';
import type { DriftFound } from './drift.ts';
import { type KnownMoney, knownMoney, paymentNamed } from './knownMoney.ts';

/**
 * Compares what the provider says about payments, refunds and disputes with ours, and applies what differs like events.
 * What belongs to customers that we don't know is left out. `userId`: only this user's.
 */
export async function compareMoney(
  context: CompareContext,
  items: readonly Record<string, unknown>[],
  userId: string | null,
): Promise<CustomerDrift[]> {
  const { adapter } = context;
  const read = items.map((item) => {
    const { event, body } = readUnsigned(adapter, JSON.stringify(item));
    return readEvent(adapter, event, { body });
  });
  const said = (await Promise.all(read)).filter((event) => !event.verdict && !event.isIgnored);
  // What was returned of a payment can only be written beside it.
  const payments = await compareAll(
    context,
    said.filter(({ payment }) => payment !== null),
    userId,
  );
  const returned = await compareAll(
    context,
    said.filter(({ payment }) => payment === null),
    userId,
  );
  return [...payments, ...returned];
}

async function compareAll(context: CompareContext, events: readonly ProviderEvent[], userId: string | null) {
  if (events.length === 0) return [];
  const known = await knownMoney(context.billing, events);
  const compared = await Promise.all(events.map((event) => compareOne(context, { event, known, userId })));
  return compared.flat();
}

interface Comparison {
  event: ProviderEvent;
  known: KnownMoney;
  userId: string | null;
}

async function compareOne(
  { billing, fix }: CompareContext,
  { event, known, userId }: Comparison,
): Promise<CustomerDrift[]> {
  const payment = paymentNamed(known, event);
  const customer = known.customers.get(event.customer?.id ?? payment?.customerId ?? '');
  const owner = payment?.userId ?? customer?.userId;
  if (owner === undefined || (userId !== null && owner !== userId)) return [];
  const drift = event.payment ? paymentDrift(event.payment, payment, known) : returnedDrift(event, payment, known);
  if (!drift) return [];
  // What our record says came later, and is contradicted now; a payment that is new here keeps its own time.
  const occurredAt = payment ? toInstant(billing.now().toISOString()) : event.occurredAt;
  const applied = fix && (await applyEvent(billing, { ...event, occurredAt, userId: owner, replay: true }));
  const fixed = applied && applied.outcome === 'applied';
  const providerCustomerId = customer?.providerCustomerId ?? '';
  const place = {
    providerSubscriptionId: known.subscriptions.get(subscriptionIn(event, payment)) ?? '',
    providerCustomerId,
  };
  return [{ ...drift, ...place, userId: owner, fixed, about: event.payment?.providerPaymentId ?? refundIn(event) }];
}

const subscriptionIn = ({ payment: facts }: ProviderEvent, payment: Payment | undefined) =>
  facts?.subscriptionId ?? payment?.subscriptionId ?? '';

const refundIn = ({ paymentUpdate }: ProviderEvent) =>
  paymentUpdate?.refund?.providerRefundId ?? paymentUpdate?.id ?? '';

/** A subscription that is not here is another product's. */
function paymentDrift(facts: PaymentFacts, payment: Payment | undefined, known: KnownMoney): DriftFound | null {
  const { status, subscriptionId } = facts;
  if (payment) {
    const ours = payment.status === 'failed' ? 'failed' : 'succeeded';
    const isOwed = facts.writtenOff === undefined || payment.writtenOff !== null;
    if (ours !== status || !isOwed) return { class: 'payment', ours, theirs: facts.writtenOff ?? status };
    // Nobody told what was paid, only what a checkout asked for.
    const isAsked = payment.lastEventRank === PAYMENT_RANK.asked && !facts.isAsked;
    const { amount = payment.amount } = facts;
    return isAsked && amount !== payment.amount ? { class: 'payment', ours: payment.amount, theirs: amount } : null;
  }
  if (subscriptionId !== null && !known.subscriptions.has(subscriptionId)) return null;
  if (status === 'failed' && known.failing.has(subscriptionId ?? '')) return null;
  return { class: 'payment', ours: null, theirs: status };
}

function returnedDrift(
  { paymentUpdate }: ProviderEvent,
  payment: Payment | undefined,
  { refunds }: KnownMoney,
): DriftFound | null {
  if (!paymentUpdate || !payment) return null;
  const { refund, refundedTotal } = paymentUpdate;
  if (refund) {
    const ours: Refund['status'] | null = refunds.get(refund.id)?.status ?? null;
    return ours === refund.status ? null : { class: refund.kind, ours, theirs: refund.status };
  }
  const minor = (amount: string) => toMinorUnits(amount, payment.currency) ?? 0;
  if (!refundedTotal || minor(payment.amountRefunded) >= minor(refundedTotal.amount)) return null;
  return { class: 'refund', ours: payment.amountRefunded, theirs: refundedTotal.amount };
}
