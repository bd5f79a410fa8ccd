import type { ProviderEvent } from '../event.ts';
import type { Known } from './known.ts';

/** The sources that may name the owner, by precedence. `readKnown` reads by the same list. */
export const ownerSources = [
  'subscription',
  'assigned customer',
  'told customer',
  'event',
  'customer',
  'payment',
  'reference',
] as const;
export type OwnerSource = (typeof ownerSources)[number];

const ownerBy: Record<OwnerSource, (event: ProviderEvent, known: Known) => string | null | undefined> = {
  subscription: (_, { subscription }) => subscription?.userId,
  /** Moved or linked by hand, whoever the provider's metadata names. */
  'assigned customer': (_, { customer }) => (customer?.assigned ? customer.userId : null),
  /** The customer that the event is about. */
  'told customer': ({ customer }, known) => (customer?.explicit ? known.customer?.userId : null),
  event: ({ userId }) => userId,
  customer: (_, { customer }) => customer?.userId,
  payment: (_, { payment }) => payment?.userId,
  reference: (_, { referencedUserId }) => referencedUserId,
};

/**
 * The user who owns the records; null: unknown. No event moves a record to another user: the owner stays, whoever the
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
 * Nothing is linked to a customer that is not the owner's: it belongs to another user, the provider's record of it
 * names another user, or it names nobody although the owner already has a customer. The last case is a buyer that the
 * provider matched by the typed address.
 */
export function isForeign(event: ProviderEvent, known: Known, owner: string | null): boolean {
  if (owner === null) return false;
  if (known.customer) return known.customer.userId !== owner;
  const statedOwner = event.customer?.statedOwner;
  return statedOwner === 'nobody' ? known.ownersCustomerId !== null : statedOwner === 'another user';
}
