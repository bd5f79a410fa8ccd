import type { Books } from '../../core/books.ts';
import type { FactType } from '../../facts.ts';
import type { About, Message } from '../dialect.ts';
import { checkout } from './objects/checkout.ts';
import { customer } from './objects/customer.ts';
import { order } from './objects/order.ts';
import { subscription } from './objects/subscription.ts';
import { iso } from './time.ts';

export const eventNames: Partial<Record<FactType, string>> = {
  'subscription.deleted': 'subscription.revoked',
  'invoice.payment_succeeded': 'order.paid',
  'checkout.session.completed': 'checkout.updated',
};

/** A failed payment is reported as a subscription by the company's event, and as an order by the neutral event name. */
export function object(books: Books, about: About, name: string): object {
  switch (about.kind) {
    case 'customer':
      return customer(about.customer);
    case 'subscription':
      return subscription(books, about.subscription);
    case 'payment':
      return about.subscription && name.startsWith('subscription.')
        ? subscription(books, about.subscription)
        : order(books, about.invoice);
    case 'checkout':
      return checkout(books, about.checkout);
    case 'purchase':
      return order(books, about.invoice);
  }
}

/** The event's id is only in a header. */
export function envelope({ at, name, object }: Message): object {
  return { type: name, timestamp: iso(at), data: object };
}
