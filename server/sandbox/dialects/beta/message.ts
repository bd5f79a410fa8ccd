import type { Books } from '../../core/books.ts';
import type { FactType } from '../../facts.ts';
import type { About, Message } from '../dialect.ts';
import { completedCheckout } from './objects/checkout.ts';
import { customer } from './objects/customer.ts';
import { chargedSubscription, subscription } from './objects/subscription.ts';
import { transaction } from './objects/transaction.ts';

export const eventNames: Partial<Record<FactType, string>> = {
  'subscription.created': 'subscription.active',
  'subscription.updated': 'subscription.update',
  'invoice.payment_succeeded': 'subscription.paid',
  'invoice.payment_failed': 'subscription.past_due',
  'checkout.session.completed': 'checkout.completed',
  'order.paid': 'checkout.completed',
};

export function object(books: Books, about: About): object {
  switch (about.kind) {
    case 'customer':
      return customer(about.customer);
    case 'subscription':
      return subscription(books, about.subscription);
    case 'payment':
      return about.subscription ? chargedSubscription(books, about.subscription) : transaction(books, about.invoice);
    case 'checkout':
    case 'purchase':
      return completedCheckout(books, about.checkout);
  }
}

export function envelope({ id, at, name, object }: Message): object {
  return { id, eventType: name, created_at: at, object };
}
