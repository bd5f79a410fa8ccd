import { retryInvoice } from './billing.ts';
import type { Books } from './books.ts';
import type { Company } from './company.ts';
import { endSubscription } from './ending.ts';
import type { Card, CardFace, Customer, Metadata } from './records.ts';
import { Refusal } from './refusal.ts';
import { isEnded } from './subscription.ts';

export interface NewCustomer {
  email?: string | null;
  name?: string | null;
  externalId?: string | null;
  metadata?: Metadata;
  extra?: Record<string, unknown>;
}

/** Emits nothing: a purchase creates its customer with this and reports it in its own occurrence. */
export function addCustomer(company: Company, fields: NewCustomer): Customer {
  const now = company.clock.now();
  return company.store.put('customers', {
    id: company.newId('customer'),
    email: fields.email ?? null,
    name: fields.name ?? null,
    externalId: fields.externalId ?? null,
    metadata: fields.metadata ?? {},
    cardId: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    extra: fields.extra ?? {},
  });
}

export function createCustomer(company: Company, fields: NewCustomer): Customer {
  return company.act(() => {
    const customer = addCustomer(company, fields);
    company.emit({ kind: 'customer_created', customer }, customer.id);
    return customer;
  });
}

/** Throws a Refusal for a customer that doesn't exist or is deleted. */
export function liveCustomer(company: Company, id: string): Customer {
  const customer = company.store.get('customers', id);
  if (!customer || customer.deletedAt !== null) throw new Refusal('not_found', `No such customer: '${id}'`, 'customer');
  return customer;
}

export function updateCustomer(company: Company, id: string, patch: NewCustomer): Customer {
  return company.act(() => {
    const before = liveCustomer(company, id);
    const customer = company.store.update('customers', id, { ...patch, updatedAt: company.clock.now() });
    company.emit({ kind: 'customer_updated', before, customer }, id);
    return customer;
  });
}

/** Ends the customer's subscriptions immediately, then deletes the customer. */
export function deleteCustomer(company: Company, id: string): Customer {
  return company.act(() => {
    liveCustomer(company, id);
    for (const subscription of subscriptionsOf(company, id)) {
      if (!isEnded(subscription)) endSubscription(company, subscription.id, 'customer_deleted');
    }
    const now = company.clock.now();
    const customer = company.store.update('customers', id, { deletedAt: now, updatedAt: now, cardId: null });
    company.emit({ kind: 'customer_deleted', customer }, id);
    return customer;
  });
}

/** Adds the card and makes it the default; emits nothing. */
export function addCard(company: Company, customerId: string, face: CardFace): Customer {
  const now = company.clock.now();
  const card = company.store.put('cards', { ...face, id: company.newId('card'), customerId, createdAt: now });
  return company.store.update('customers', customerId, { cardId: card.id, updatedAt: now });
}

/** Adds a card without making it the default. */
export function attachCard(company: Company, customerId: string, card: Card): Card {
  return company.act(() => {
    liveCustomer(company, customerId);
    const attached = company.store.put('cards', { ...card, customerId });
    company.emit({ kind: 'card_added', card: attached }, customerId);
    return attached;
  });
}

/** Makes this card the default; null: the customer has no default card. */
export function chooseCard(company: Company, customerId: string, cardId: string | null): Customer {
  return company.act(() => {
    const before = liveCustomer(company, customerId);
    const customer = company.store.update('customers', customerId, { cardId, updatedAt: company.clock.now() });
    if (before.cardId !== cardId) company.emit({ kind: 'customer_updated', before, customer }, customerId);
    return customer;
  });
}

/** Replaces the card and, if the new one can be charged, collects the open invoices. */
export function replaceCard(company: Company, customerId: string, face: CardFace): Customer {
  return company.act(() => {
    const before = liveCustomer(company, customerId);
    const customer = addCard(company, customerId, face);
    const card = company.store.get('cards', customer.cardId ?? '');
    if (card) company.emit({ kind: 'card_changed', before, customer, card }, customerId);
    if (face.behaviour === 'ok' || face.behaviour === 'authenticate') collectOpenInvoices(company, customerId);
    return customer;
  });
}

function collectOpenInvoices(company: Company, customerId: string): void {
  for (const invoice of company.store.all('invoices')) {
    if (invoice.customerId === customerId && invoice.status === 'open') retryInvoice(company, invoice.id);
  }
}

/** Oldest first. */
export function subscriptionsOf(company: Books, customerId: string) {
  return company.store.all('subscriptions').filter((subscription) => subscription.customerId === customerId);
}
