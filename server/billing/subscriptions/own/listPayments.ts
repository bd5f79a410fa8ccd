import type { Payment as Row } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import { happenedInSql, isReturned, type PaymentView, toPaymentViews } from '../../records/payment.ts';

export interface PaymentPage {
  payments: PaymentView[];
  /** Absent on the last page. */
  nextCursor?: string;
}

interface PaymentFilter {
  /** The id of the previous page's last payment. */
  cursor?: string;
  limit: number;
  /** Leaves out those of zero: nothing moved. */
  moved?: boolean;
}

const NEWEST_FIRST = `SELECT * FROM payment
  WHERE "userId" = $1 AND (NOT $4 OR amount ~ '[1-9]') AND ($2::text IS NULL OR (${happenedInSql('payment')}, id) <
    (SELECT ${happenedInSql('last')}, last.id FROM payment AS last WHERE last."userId" = $1 AND last.id = $2))
  ORDER BY ${happenedInSql('payment')} DESC, id DESC LIMIT $3`;

/** A page of the user's payments, newest first by when they happened. */
export async function listPayments(
  { database }: With<'database'>,
  userId: string,
  { cursor, limit, moved = false }: PaymentFilter,
): Promise<PaymentPage> {
  const { rows } = await database.pool.query<Row>(NEWEST_FIRST, [userId, cursor ?? null, limit + 1, moved]);
  const payments = rows.slice(0, limit);
  const returned = payments.filter(isReturned).map(({ id }) => id);
  const refunds =
    returned.length === 0 ? [] : await database.prisma.refund.findMany({ where: { paymentId: { in: returned } } });
  return {
    payments: toPaymentViews(payments, refunds),
    nextCursor: rows.length > limit ? payments.at(-1)?.id : undefined,
  };
}
