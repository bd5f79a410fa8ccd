import { describe, expect, it } from 'vitest';
import type { Price } from './adapter.ts';
import { planOf, priceFor } from './prices.ts';
import type { Remark } from './remarks.ts';

const prices: Price[] = [
  { id: 'p_month', plan: 'pro', interval: 'month' },
  { id: 'p_year', plan: 'pro', interval: 'year' },
  { id: 's_month', plan: 'starter', interval: 'month' },
];

describe('priceFor', () => {
  it('finds a price by plan and interval', () => {
    expect(priceFor(prices, 'pro', 'year')).toBe('p_year');
    expect(priceFor(prices, 'starter', 'month')).toBe('s_month');
  });

  it('throws and names the missing price', () => {
    expect(() => priceFor(prices, 'starter', 'year')).toThrow('No price is set for plan starter with interval year');
    expect(() => priceFor([], 'pro', 'month')).toThrow('No price is set for plan pro with interval month');
  });
});

it('of several prices of a plan the first is sold, and the others stay known', () => {
  const several: Price[] = [{ id: 'p_new', plan: 'pro', interval: 'year' }, ...prices];
  expect(priceFor(several, 'pro', 'year')).toBe('p_new');
  expect(planOf(several, { priceId: 'p_year', metadataPlan: 'starter', warnings: [] })).toBe('pro');
});

describe('planOf', () => {
  const plan = (priceId?: string, metadataPlan?: string) => {
    const warnings: Remark[] = [];
    return [planOf(prices, { priceId, metadataPlan, warnings }), warnings];
  };

  it('is decided by the price, even against metadata', () => {
    expect(plan('p_month', 'starter')).toEqual(['pro', []]);
  });

  it("is the metadata's if no price is named", () => expect(plan(undefined, 'starter')).toEqual(['starter', []]));

  it('is absent if neither is named', () => expect(plan()).toEqual([undefined, []]));

  it('is unknown, with a warning, if the price is unknown, whatever the metadata says', () => {
    expect(plan('other')).toEqual(['unknown', ['unknown plan: price other']]);
    expect(plan('other', 'enterprise')).toEqual(['unknown', ['unknown plan: price other']]);
  });
});
