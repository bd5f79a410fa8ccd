import type { Books } from '../../core/books.ts';
import type { FactType } from '../../facts.ts';
import type { About, Message } from '../dialect.ts';
import { seconds } from './objects/catalogue.ts';
import { checkout } from './objects/checkout.ts';
import { customer } from './objects/customer.ts';
import { invoice } from './objects/invoice.ts';
import { subscription } from './objects/subscription.ts';

export const API_VERSION = '2026-10-28.endive';

export const eventNames: Partial<Record<FactType, string>> = {
  'subscription.created': 'customer.subscription.created',
  'subscription.updated': 'customer.subscription.updated',
  'subscription.deleted': 'customer.subscription.deleted',
  'order.paid': 'checkout.session.completed',
};

export function object(books: Books, about: About): object {
  switch (about.kind) {
    case 'customer':
      return customer(about.customer);
    case 'subscription':
      return subscription(books, about.subscription);
    case 'payment':
      return invoice(books, about.invoice);
    case 'checkout':
    case 'purchase':
      return checkout(books, about.checkout);
  }
}

interface Changed extends Message {
  /** What the object's changed fields were before. */
  previous?: object;
}

export function envelope({ id, at, name, object, previous }: Changed): object {
  return {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: seconds(at),
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: name,
  };
}
