import type { Books } from '../../../core/books.ts';
import type { Dispute, Invoice, Refund } from '../../../core/records.ts';
import { briefCheckout } from './checkout.ts';
import { customer } from './customer.ts';
import { order } from './order.ts';
import { briefSubscription } from './subscription.ts';
import { transaction } from './transaction.ts';

export function refund(company: Books, of: Refund, paid: Invoice) {
  return {
    id: of.id,
    object: 'refund',
    status: 'succeeded',
    refund_amount: of.amount,
    refund_currency: of.currency.toUpperCase(),
    reason: of.reason ?? 'requested_by_customer',
    ...purchaseOf(company, paid),
    created_at: of.createdAt,
    mode: 'test',
  };
}

/** The company only reports that a dispute was opened. */
export function dispute(company: Books, of: Dispute, paid: Invoice) {
  return {
    id: of.id,
    object: 'dispute',
    amount: of.amount,
    currency: of.currency.toUpperCase(),
    ...purchaseOf(company, paid),
    created_at: of.createdAt,
    mode: 'test',
  };
}

/** The order or subscription that was paid for. */
function purchaseOf(company: Books, paid: Invoice) {
  const { store } = company;
  const subscription = store.get('subscriptions', paid.subscriptionId ?? '');
  const checkout = store.get('checkouts', paid.checkoutId ?? subscription?.checkoutId ?? '');
  const buyer = store.get('customers', paid.customerId);
  return {
    transaction: transaction(company, paid),
    ...(subscription ? { subscription: briefSubscription(subscription) } : {}),
    ...(checkout ? { checkout: briefCheckout(checkout), order: order(company, checkout) } : {}),
    ...(buyer ? { customer: customer(buyer) } : {}),
  };
}
