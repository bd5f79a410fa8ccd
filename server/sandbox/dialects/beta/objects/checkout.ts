import type { Books } from '../../../core/books.ts';
import type { Checkout } from '../../../core/records.ts';
import { customer } from './customer.ts';
import { order } from './order.ts';
import { product } from './product.ts';
import { briefSubscription } from './subscription.ts';

const statuses = { open: 'pending', complete: 'completed', expired: 'expired' } as const;

/** As the API returns it, with the URL of the hosted page. */
export function checkout(company: Books, of: Checkout) {
  const address = { checkout_url: `${company.publicUrl}/pay/${of.token}`, success_url: of.successUrl };
  if (of.status === 'complete') return { ...completedCheckout(company, of), ...address };
  return { ...briefCheckout(of), ...address, product: product(company.price(of.priceId)) };
}

/** With order, customer and subscription as objects. */
export function completedCheckout(company: Books, of: Checkout) {
  const buyer = company.store.get('customers', of.customerId ?? '');
  const started = company.store.get('subscriptions', of.subscriptionId ?? '');
  return {
    ...briefCheckout(of),
    order: order(company, of),
    product: product(company.price(of.priceId)),
    ...(buyer ? { customer: customer(buyer) } : {}),
    ...(started ? { subscription: briefSubscription(started) } : {}),
  };
}

/** As nested in other objects. */
export function briefCheckout(of: Checkout) {
  return {
    id: of.id,
    object: 'checkout',
    product: of.priceId,
    ...(of.reference === null ? {} : { request_id: of.reference }),
    units: of.quantity,
    custom_fields: [],
    status: statuses[of.status],
    metadata: of.metadata,
    mode: 'test',
  };
}
