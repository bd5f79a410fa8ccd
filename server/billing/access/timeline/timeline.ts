import { isDeepStrictEqual } from 'node:util';
import type { Catalogue } from '../../../plans/catalogue.ts';
import { type Access, bestOf } from '../access.ts';
import { grantSpans, purchaseSpans } from './otherSpans.ts';
import type { OwnerRecords } from './ownerRecords.ts';
import { spanAt } from './span.ts';
import { subscriptionSpans } from './subscriptionSpans.ts';

/** Access that holds from an instant (null: always) to the next period's. */
export interface Period extends Access {
  from: Date | null;
}

/**
 * What an owner may use, as periods in order, if no further event comes: at each instant the highest plan that any
 * record grants under the plans file's policy. Pure and without a clock, so that two processes cannot disagree.
 */
export function timeline({ subscriptions, purchases, grants }: OwnerRecords, catalogue: Catalogue): Period[] {
  const all = [
    ...subscriptions.map((record) => subscriptionSpans(catalogue, record)),
    ...purchaseSpans(catalogue, purchases),
    ...grants.map((grant) => grantSpans(catalogue, grant)),
  ];
  const ends = all.flatMap((spans) => spans.flatMap(({ until }) => until?.getTime() ?? []));
  const starts = [null, ...[...new Set(ends)].sort((a, b) => a - b).map((time) => new Date(time))];
  const periods: Period[] = [];
  for (const from of starts) {
    const at = from ?? new Date(-8.64e15);
    const access = bestOf(
      catalogue,
      all.map((spans) => spanAt(spans, at)),
    );
    const { from: _, ...before } = periods.at(-1) ?? {};
    if (!isDeepStrictEqual(before, access)) periods.push({ from, ...access });
  }
  return periods;
}

export function accessAt(periods: readonly Period[], now: Date): Access {
  const found = periods.findLast(({ from }) => from === null || from <= now);
  if (!found) throw new Error('A timeline begins before every instant');
  const { from: _, ...access } = found;
  return access;
}

/** The better access of several owners: the member and the organisation. */
export function bestAt(catalogue: Catalogue, timelines: readonly (readonly Period[])[], now: Date): Access {
  return bestOf(
    catalogue,
    timelines.map((periods) => accessAt(periods, now)),
  );
}
