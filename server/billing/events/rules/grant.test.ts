import { describe, expect, test } from 'vitest';
import { MemoryRecords } from '../../../testing/events/memoryRecords.ts';
import { eventOf, instant } from '../../../testing/events/toldEvents.ts';

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

  test('a plan from metadata alone is not', () => {
    expect(stateAfter([told(1, 'pro'), told(2, 'unknown', 'price_x')])).toMatchObject({ grantedPlan: null });
  });

  test('nothing is remembered once the plan is known again', () => {
    const events = [told(1, 'pro', 'price_a'), told(2, 'unknown', 'price_x'), told(3, 'starter', 'price_b')];
    expect(stateAfter(events)).toEqual({ plan: 'starter', grantedPlan: null, grantedAt: null, isUnknown: false });
  });
});
