import type { Payment } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';

/** A payment: `amount` a decimal string, timestamps in ISO 8601. */
export interface PaymentView {
  id: string;
  userId: string;
  customerId: string;
  subscriptionId: string;
  provider: string;
  providerPaymentId: string;
  type: string;
  status: string;
  amount: string;
  currency: string;
  description: string;
  receiptUrl: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface PaymentPage {
  payments: PaymentView[];
  /** Absent on the last page. */
  nextCursor?: string;
}

export function toPaymentView(record: Payment): PaymentView {
  const { id, userId, provider, providerPaymentId, type, status, amount, currency, receiptUrl } = record;
  return {
    ...{ id, userId, provider, providerPaymentId, type, status, amount, currency, receiptUrl },
    customerId: record.customerId ?? '',
    subscriptionId: record.subscriptionId ?? '',
    description: record.description ?? '',
    createdAt: (record.lastEventAt ?? record.createdAt).toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** A page of the user's payments, newest first. `cursor` is the last payment's id of the page before. */
export async function listPayments(
  { database }: Billing,
  userId: string,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<PaymentPage> {
  const found = await database.prisma.payment.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    ...(cursor ? { cursor: { id: cursor }, skip: 1 } : {}),
  });
  const payments = found.slice(0, limit);
  return { payments: payments.map(toPaymentView), nextCursor: found.length > limit ? payments.at(-1)?.id : undefined };
}
