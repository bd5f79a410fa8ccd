import { type Access, type AccessReason, freeBecause } from '../access.ts';

/**
 * What one record grants: each span holds from the end of the one before (the first: always) to `until`, exclusive; the
 * last has no end. `grants` is free where the record grants nothing.
 */
export interface Span {
  until: Date | null;
  grants: Access;
}

export const freeSpans = (reason: AccessReason): Span[] => [{ until: null, grants: freeBecause(reason) }];

/** Granted to the access's `endsAt` (null: without an end), and free afterwards. */
export function grantedSpans(grants: Access, afterwards: AccessReason): Span[] {
  const { endsAt } = grants;
  return endsAt === null ? [{ until: null, grants }] : [{ until: endsAt, grants }, ...freeSpans(afterwards)];
}

/** The first spans to an instant, and the second ones from it on. */
export function spansBefore(at: Date, first: readonly Span[], second: readonly Span[]): Span[] {
  const cut: Span[] = [];
  for (const span of first) {
    if (span.until !== null && span.until < at) cut.push(span);
    else return [...cut, { ...span, until: at }, ...second];
  }
  return cut;
}

export function spanAt(spans: readonly Span[], now: Date): Access {
  const span = spans.find(({ until }) => until === null || now < until);
  return span?.grants ?? freeBecause('none');
}
