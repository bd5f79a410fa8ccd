import type { ProviderEvent } from '../event.ts';
import type { Known } from './known.ts';

/**
 * Whose the records are; null: nobody knows. No event moves a record to another user: its owner stays, whomever the
 * event names.
 */
export function ownerOf(event: ProviderEvent, known: Known): string | null {
  const { customer, subscription, payment } = known;
  const isAboutCustomer = event.customer?.explicit === true;
  const recorded = subscription?.userId ?? (isAboutCustomer ? customer?.userId : undefined);
  const named = event.userId ?? customer?.userId ?? payment?.userId;
  return recorded ?? named ?? known.referencedUserId;
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
