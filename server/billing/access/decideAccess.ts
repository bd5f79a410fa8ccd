import type { Catalogue } from '../plans/catalogue.ts';
import { type Access, bestOf } from './access.ts';
import type { AccessSource } from './sources.ts';
import { subscriptionAccess } from './subscriptionAccess.ts';

/**
 * What a user may use, from all that the user has: the dearest plan that one of them gives, by the plans file's policy.
 * Pure. The view `access_v1` says the same in SQL.
 */
export function decideAccess(catalogue: Catalogue, sources: readonly AccessSource[], now: Date): Access {
  return bestOf(
    catalogue,
    sources.map((source) => subscriptionAccess(catalogue, source, now)),
  );
}
