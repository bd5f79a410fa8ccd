import type { Books } from '../../core/books.ts';
import type { FactType } from '../../facts.ts';
import type { About, Message, NativeEvent } from '../dialect.ts';
import { seconds } from './objects/catalogue.ts';
import { checkout } from './objects/checkout.ts';
import { customer } from './objects/customer.ts';
import { invoice } from './objects/invoice.ts';
import { subscription } from './objects/subscription.ts';
import { API_VERSION } from './version.ts';

export const eventNames: Partial<Record<FactType, string>> = {
  'subscription.created': 'customer.subscription.created',
  'subscription.updated': 'customer.subscription.updated',
  'subscription.deleted': 'customer.subscription.deleted',
  'order.paid': 'checkout.session.completed',
};

export function object(books: Books, about: About): object {
  switch (about.kind) {
    case 'customer':
      return customer(books, about.customer);
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
  /** The previous values of the changed fields. */
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

interface Snapshot {
  data: { object: { id?: string; object: string } };
}

const places: Record<string, string> = { 'checkout.session': 'checkout/sessions', refund: 'refunds' };

/**
 * The thin event notification, which names the changed object without its content (docs.stripe.com/event-destinations).
 * Since 2026-09-30.endive it also exists for v1 objects.
 */
export function thin({ id, type, body }: NativeEvent, at: number): object {
  const { object: kind, id: objectId = '' } = (body as Snapshot).data.object;
  const url = `/v1/${places[kind] ?? `${kind}s`}/${objectId}`;
  return {
    id,
    object: 'v2.core.event',
    type: `v1.${type}`,
    created: new Date(at).toISOString(),
    livemode: false,
    context: null,
    reason: null,
    related_object: { id: objectId, type: kind, url },
  };
}
