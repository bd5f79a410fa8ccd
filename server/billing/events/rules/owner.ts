import type { ProviderEvent } from '../event.ts';
import type { Known } from './known.ts';

/** Who may say whose the records are, in the order in which they count. The snapshot asks by the same list. */
export const ownerSources = ['subscription', 'told customer', 'event', 'customer', 'payment', 'reference'] as const;
export type OwnerSource = (typeof ownerSources)[number];

const ownerBy: Record<OwnerSource, (event: ProviderEvent, known: Known) => string | null | undefined> = {
  subscription: (_, { subscription }) => subscription?.userId,
  /** The customer that the event is about. */
  'told customer': ({ customer }, known) => (customer?.explicit ? known.customer?.userId : null),
  event: ({ userId }) => userId,
  customer: (_, { customer }) => customer?.userId,
  payment: (_, { payment }) => payment?.userId,
  reference: (_, { referencedUserId }) => referencedUserId,
};

/**
 * Whose the records are; null: nobody knows. No event moves a record to another user: its owner stays, whomever the
 * event names.
 */
export function ownerOf(event: ProviderEvent, known: Known): string | null {
  for (const source of ownerSources) {
    const owner = ownerBy[source](event, known);
    if (owner != null) return owner;
  }
  return null;
}

/**
 * The customer is not the owner's, so nothing is linked to it: it is another user's, the company's record of it names
 * another one, or names nobody while the owner has a customer. The last is a buyer whom the company found by the
 * address that was typed.
 */
export function isForeign(event: ProviderEvent, known: Known, owner: string | null): boolean {
  if (owner === null) return false;
  if (known.customer) return known.customer.userId !== owner;
  const statedOwner = event.customer?.statedOwner;
  return statedOwner === 'nobody' ? known.ownersCustomerId !== null : statedOwner === 'another user';
}
