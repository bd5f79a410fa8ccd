import type { Customer, Payment, Refund } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import type { ProviderEvent } from '../../events/event.ts';

/** What our records hold of the money on a page of the provider's list. */
export interface KnownMoney {
  /** By their own id, and by that of their reference. */
  payments: ReadonlyMap<string, Payment>;
  refunds: ReadonlyMap<string, Refund>;
  customers: ReadonlyMap<string, Customer>;
  /** The provider's ids by ours. */
  subscriptions: ReadonlyMap<string, string>;
  /** Subscriptions with a failed payment: some events name it by its period only. */
  failing: ReadonlySet<string>;
}

const isText = (id: string | null | undefined): id is string => typeof id === 'string';

function paymentIdsOf({ payment, paymentUpdate }: ProviderEvent): string[] {
  return [payment?.id, payment?.referenceId, paymentUpdate?.id, paymentUpdate?.referenceId].filter(isText);
}

export async function knownMoney(
  { database }: With<'database'>,
  events: readonly ProviderEvent[],
): Promise<KnownMoney> {
  const { payment, refund, customer, subscription } = database.prisma;
  const ids = { in: events.flatMap(paymentIdsOf) };
  const payments = await payment.findMany({ where: { OR: [{ id: ids }, { referenceId: ids }] } });
  const refundIds = events.map(({ paymentUpdate }) => paymentUpdate?.refund?.id).filter(isText);
  const customerIds = [...events.map((event) => event.customer?.id), ...payments.map((row) => row.customerId)];
  const named = [...events.map((event) => event.payment?.subscriptionId), ...payments.map((row) => row.subscriptionId)];
  const subscriptionIds = { in: [...new Set(named.filter(isText))] };
  const [refunds, customers, subscriptions, failing] = await Promise.all([
    refund.findMany({ where: { id: { in: refundIds } } }),
    customer.findMany({ where: { id: { in: customerIds.filter(isText) } } }),
    subscription.findMany({ where: { id: subscriptionIds }, select: { id: true, providerSubscriptionId: true } }),
    payment.findMany({
      where: { subscriptionId: subscriptionIds, status: 'failed' },
      select: { subscriptionId: true },
    }),
  ]);
  const byName = payments.flatMap((row) => [row.referenceId, row.id].filter(isText).map((id) => [id, row] as const));
  return {
    payments: new Map(byName),
    refunds: new Map(refunds.map((row) => [row.id, row])),
    customers: new Map(customers.map((row) => [row.id, row])),
    subscriptions: new Map(subscriptions.map((row) => [row.id, row.providerSubscriptionId])),
    failing: new Set(failing.map(({ subscriptionId }) => subscriptionId).filter(isText)),
  };
}

export function paymentNamed({ payments }: KnownMoney, event: ProviderEvent): Payment | undefined {
  return paymentIdsOf(event)
    .map((id) => payments.get(id))
    .find((row) => row !== undefined);
}
