import type { Books } from '../../../core/books.ts';
import type { Checkout } from '../../../core/records.ts';
import { orderId } from '../ids.ts';
import { iso } from './product.ts';
import { isTransaction } from './transaction.ts';

/** Throws for a checkout that isn't complete. */
export function order(company: Books, of: Checkout) {
  const { amount, currency, interval } = company.price(of.priceId);
  const invoice = company.store.get('invoices', of.invoiceId ?? '');
  if (!invoice || of.completedAt === null) throw new Error(`The checkout ${of.id} has no order yet`);
  const total = amount * of.quantity;
  return {
    id: orderId(of),
    object: 'order',
    customer: of.customerId,
    product: of.priceId,
    amount: total,
    sub_total: total,
    tax_amount: 0,
    discount_amount: invoice.discounted ?? 0,
    amount_due: invoice.total,
    amount_paid: invoice.total,
    currency: currency.toUpperCase(),
    status: 'paid',
    type: interval === 'one_time' ? 'onetime' : 'recurring',
    ...(of.couponId ? { discount: of.couponId } : {}),
    ...(isTransaction(invoice) ? { transaction: invoice.paymentId } : {}),
    created_at: iso(of.completedAt),
    updated_at: iso(of.completedAt),
    mode: 'test',
  };
}
