import { type Access, type AccessReason, earlierOf, freeBecause } from '../access.ts';

/**
 * What one record grants: at each instant the first span counts whose `until`, exclusive, is not over; null: it has no
 * end, as the last. `grants` is free where the record grants nothing.
 */
export interface Span {
  until: Date | null;
  grants: Access;
}

export const freeSpans = (reason: AccessReason): Span[] => [{ until: null, grants: freeBecause(reason) }];

/** Granted to the access's `endsAt` (null: without an end), and free afterwards. */
export function grantedSpans(grants: Access, afterwards: AccessReason): Span[] {
  return [{ until: grants.endsAt, grants }, ...freeSpans(afterwards)];
}

/** The first spans to an instant, and the second ones from it on. */
export function spansBefore(at: Date, first: readonly Span[], second: readonly Span[]): Span[] {
  return [...first.map(({ until, grants }) => ({ until: earlierOf(until ?? at, at), grants })), ...second];
}

export function spanAt(spans: readonly Span[], now: Date): Access {
  const span = spans.find(({ until }) => until === null || now < until);
  return span?.grants ?? freeBecause('none');
}
