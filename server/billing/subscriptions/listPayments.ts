import type { Billing } from '../context.ts';
import { type PaymentView, toPaymentView } from '../records/payment.ts';

export interface PaymentPage {
  payments: PaymentView[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** A page of the user's payments, newest first. `cursor` is the id of the previous page's last payment. */
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
