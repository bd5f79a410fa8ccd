import type { Catalogue } from '../plans/catalogue.ts';
import { type Access, bestOf } from './access.ts';
import { grantAccess, purchaseAccess } from './purchaseAccess.ts';
import type { AccessSource, PurchaseSource } from './sources.ts';
import { subscriptionAccess } from './subscriptionAccess.ts';

/** The better access of two owners: the member and the organisation. Pure. */
export function decideHeld(catalogue: Catalogue, held: readonly (readonly AccessSource[])[], now: Date): Access {
  return bestOf(
    catalogue,
    held.map((sources) => decideAccess(catalogue, sources, now)),
  );
}

/**
 * A user's access from all of the user's sources: the highest plan that any of them grants under the plans file's
 * policy. Pure. The view `access_v1` computes the same in SQL.
 */
export function decideAccess(catalogue: Catalogue, sources: readonly AccessSource[], now: Date): Access {
  const purchases: PurchaseSource[] = [];
  const all: Access[] = [];
  for (const source of sources) {
    if (source.kind === 'purchase') purchases.push(source);
    else if (source.kind === 'grant') all.push(grantAccess(catalogue, source, now));
    else all.push(subscriptionAccess(catalogue, source, now));
  }
  return bestOf(catalogue, [...all, ...purchaseAccess(catalogue, purchases, now)]);
}
