import type { Books } from '../../../core/books.ts';
import type { Invoice, Refund } from '../../../core/records.ts';
import { briefCheckout } from './checkout.ts';
import { customer } from './customer.ts';
import { order } from './order.ts';
import { briefSubscription } from './subscription.ts';
import { transaction } from './transaction.ts';

export function refund(company: Books, of: Refund, paid: Invoice) {
  const { store } = company;
  const subscription = store.get('subscriptions', paid.subscriptionId ?? '');
  const checkout = store.get('checkouts', paid.checkoutId ?? subscription?.checkoutId ?? '');
  const buyer = store.get('customers', paid.customerId);
  return {
    id: of.id,
    object: 'refund',
    status: 'succeeded',
    refund_amount: of.amount,
    refund_currency: of.currency.toUpperCase(),
    reason: of.reason ?? 'requested_by_customer',
    transaction: transaction(company, paid),
    ...(subscription ? { subscription: briefSubscription(subscription) } : {}),
    ...(checkout ? { checkout: briefCheckout(checkout), order: order(company, checkout) } : {}),
    ...(buyer ? { customer: customer(buyer) } : {}),
    created_at: of.createdAt,
    mode: 'test',
  };
}
