import { describe, expect, test } from 'vitest';
import { at, caseOf, subscriptionRow } from '../../../testing/events/cases.ts';
import { MemoryRecords } from '../../../testing/events/memoryRecords.ts';
import { eventOf, instant, state } from '../../../testing/events/toldEvents.ts';
import { nextGrant, withEarlierGrant } from './grant.ts';

const told = (at: number, plan: string, priceId?: string) =>
  eventOf({ id: `at-${at}`, type: 'subscription.updated', at, subscription: { kind: 'state', plan, priceId } });

function* ordersOf<T>(items: readonly T[]): Iterable<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of ordersOf(items.toSpliced(index, 1))) yield [item, ...rest];
}

function stateAfter(events: readonly ReturnType<typeof told>[]) {
  const records = new MemoryRecords();
  for (const event of events) records.apply(event);
  const [{ plan, grantedPlan, grantedAt, unknownSince } = {}] = [...records.subscriptions.values()];
  return { plan, grantedPlan, grantedAt, isUnknown: unknownSince !== null };
}

describe('when the plan of the price becomes unknown', () => {
  test('the last plan of a known price is remembered, in every order of the events', () => {
    const events = [
      told(1, 'starter', 'price_a'),
      told(2, 'pro', 'price_b'),
      told(3, 'unknown', 'price_x'),
      told(4, 'unknown', 'price_x'),
    ];
    const results = [...ordersOf(events)].map((order) => JSON.stringify(stateAfter(order)));
    expect(results).toHaveLength(24);
    expect([...new Set(results)].map((result) => JSON.parse(result))).toEqual([
      { plan: 'unknown', grantedPlan: 'pro', grantedAt: instant(2), isUnknown: true },
    ]);
  });

  test('it is unknown since the first event that made it so', () => {
    const since = (unknownSince: ReturnType<typeof at> | null) =>
      nextGrant(subscriptionRow({ plan: 'unknown', unknownSince }), 'unknown', at(5)).unknownSince;
    expect(since(at(1))).toBe(at(1));
    expect(since(null)).toBe(at(5));
  });

  test('a plan from metadata alone is not', () => {
    expect(stateAfter([told(1, 'pro'), told(2, 'unknown', 'price_x')])).toMatchObject({ grantedPlan: null });
  });

  test('nothing is remembered once the plan is known again', () => {
    const events = [told(1, 'pro', 'price_a'), told(2, 'unknown', 'price_x'), told(3, 'starter', 'price_b')];
    expect(stateAfter(events)).toEqual({ plan: 'starter', grantedPlan: null, grantedAt: null, isUnknown: false });
  });
});

describe('a late event gives the plan that an unknown price had', () => {
  const unknown = { plan: 'unknown', version: 3, lastEventAt: at(9) };
  const priced = { plan: 'pro', priceId: 'price_b' };
  const snapshot = { type: null, rest: { snapshotOf: 3 } };
  test.each([
    ['where none was remembered', unknown, priced, 5, {}, true],
    ['where an older one was', { ...unknown, grantedAt: at(4) }, priced, 5, {}, true],
    ['not of the same instant', { ...unknown, grantedAt: at(5) }, priced, 5, {}, false],
    ['not where the plan is known', { ...unknown, plan: 'starter' }, priced, 5, {}, false],
    ['not where it gives no plan', unknown, { priceId: 'price_b' }, 5, {}, false],
    ['not where it gives an unknown one', unknown, { ...priced, plan: 'unknown' }, 5, {}, false],
    ['not where no price gives it', unknown, { plan: 'pro' }, 5, {}, false],
    ['not without a time', unknown, priced, null, {}, false],
    ['not a snapshot', unknown, priced, 5, snapshot, false],
  ] as const)('%s', (...[, row, facts, seconds, rest, isGiven]) => {
    const record = subscriptionRow(row);
    const event = state(seconds, facts, rest);
    const given = withEarlierGrant(caseOf(event, { subscription: record }), record, event.subscription as never);
    const next = { ...record, grantedPlan: 'pro', grantedAt: at(5), version: 4 };
    expect(given).toEqual(isGiven ? next : null);
  });
});
