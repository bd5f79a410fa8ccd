import { describe, expect, it } from 'vitest';
import { prices, processObject } from './fixtures/index.ts';
import { toSubscription } from './subscription.ts';

/** The subscription that an update with these fields makes. */
function updated(fields: object) {
  const { subscription, warnings, error } = processObject('customer.subscription.updated', { id: 'sub_1', ...fields });
  return { ...subscription, warnings, error };
}

/** The subscription of one item at this price. */
function priced(price: object, item: object = {}) {
  return updated({ currency: 'usd', items: { data: [{ id: 'si_1', price: { id: 'price_x', ...price }, ...item }] } });
}

describe('status', () => {
  it.each([
    ['active', 'active', 'running'],
    ['trialing', 'trialing', 'running'],
    ['past_due', 'past_due', 'running'],
    ['unpaid', 'past_due', 'over'],
    ['canceled', 'canceled', 'running'],
    ['incomplete', 'incomplete', 'running'],
    ['incomplete_expired', 'canceled', 'over'],
    ['paused', 'incomplete', 'paused'],
  ])('%s is %s, %s', (nativeStatus, status, standing) => {
    expect(updated({ status: nativeStatus })).toMatchObject({ status, standing, nativeStatus, warnings: [] });
  });

  it.each([['dormant'], ['ACTIVE'], [''], [7], [{ toString: 1 }], [['active']]])(
    'leaves out %j with a warning',
    (status) => {
      const result = updated({ status });
      expect(result).toMatchObject({ status: undefined, standing: undefined });
      expect(result.warnings).toEqual(['unusable status']);
    },
  );
});

describe('scheduled and actual ends', () => {
  it.each([
    [{ cancel_at_period_end: true, cancel_at: null }, true],
    [{ cancel_at_period_end: true, cancel_at: 1_769_592_000 }, true],
    [{ cancel_at_period_end: false, cancel_at: 1_769_592_000 }, true],
    [{ cancel_at: 1_769_592_000 }, true],
    [{ cancel_at_period_end: false, cancel_at: null }, false],
    [{ cancel_at_period_end: false }, false],
    [{ cancel_at: null }, false],
    [{}, undefined],
    [{ cancel_at_period_end: true, status: 'past_due' }, true],
    [{ cancel_at_period_end: true, status: 'canceled' }, false],
  ])('%j', (fields, cancelAtPeriodEnd) => {
    expect(updated({ status: 'active', ...fields }).cancelAtPeriodEnd).toBe(cancelAtPeriodEnd);
  });

  it('dates an end by canceled_at, ended_at, or the event', () => {
    const at = { canceled_at: 1_767_000_001, ended_at: 1_767_000_002 };
    expect(updated({ status: 'canceled', ...at }).canceledAt).toBe('2025-12-29T09:20:01.000Z');
    expect(updated({ status: 'canceled', ...at, canceled_at: null }).canceledAt).toBe('2025-12-29T09:20:02.000Z');
    expect(updated({ status: 'canceled', canceled_at: null }).canceledAt).toBe('2025-12-29T09:20:00.000Z');
    expect(updated({ status: 'active', ended_at: 1_767_000_002 }).canceledAt).toBeUndefined();
  });
});

describe('money', () => {
  it.each([
    [{ unit_amount: 990 }, { quantity: 7 }, 6930],
    [{ unit_amount: 990 }, {}, 990],
    [{ unit_amount: 990 }, { quantity: 0 }, 0],
    [{ unit_amount: null, unit_amount_decimal: '0.5' }, { quantity: 3 }, 2],
    [{ unit_amount: 1, unit_amount_decimal: '0.5' }, { quantity: 3 }, 3],
    [{ unit_amount: 5, recurring: { interval: 'month', usage_type: 'metered' } }, {}, 0],
  ])('%j of %j is %i', (price, item, minorUnits) => {
    expect(priced(price, item)).toMatchObject({ amount: { minorUnits, currency: 'usd' } });
  });

  it.each([
    ['text', { unit_amount: '990' }, {}],
    ['more than can be counted', { unit_amount: Number.MAX_SAFE_INTEGER }, { quantity: 2 }],
    ['a decimal that is none', { unit_amount_decimal: '1e3' }, {}],
  ])('leaves out %s with a warning', (_, price, item) => {
    const result = priced(price, item);
    expect(result.amount).toBeUndefined();
    expect(result.warnings).toContain('unusable amount');
  });

  it('reads the currency of tiered prices, and no amount', () => {
    const tiered = priced({ unit_amount: null, unit_amount_decimal: null }, {});
    expect([tiered.amount, tiered.amountKnown, tiered.currency]).toEqual([undefined, false, 'usd']);
  });

  const item = (unit_amount: number, interval: string) => ({
    price: { id: `price_${interval}`, unit_amount, currency: 'usd', recurring: { interval, interval_count: 1 } },
  });

  it("counts only the items with the plan's interval", () => {
    const items = { data: [item(28_800, 'month'), item(120_000, 'year'), item(200, 'month')] };
    expect(updated({ items }).amount).toEqual({ minorUnits: 29_000, currency: 'usd' });
  });

  it.each([
    ['a percentage', [{ coupon: { percent_off: 25, duration: 'forever' } }], 750],
    ['an amount', [{ coupon: { amount_off: 300, duration: 'repeating' } }], 700],
    ['more than it costs', [{ coupon: { amount_off: 1_300, duration: 'forever' } }], 0],
    ['both, one after the other', [{ coupon: { percent_off: 50 } }, { source: { coupon: { amount_off: 100 } } }], 400],
    ['the first invoice alone', [{ coupon: { percent_off: 100, duration: 'once' } }], 1_000],
  ])('subtracts a discount of %s', (_, discounts, minorUnits) => {
    const items = { data: [item(1_000, 'month')] };
    expect(updated({ items, discounts }).amount).toEqual({ minorUnits, currency: 'usd' });
  });

  it.each([
    ['for ever', { coupon: { percent_off: 25, duration: 'forever' }, end: null }, null],
    [
      'for some months',
      { coupon: { amount_off: 250, duration: 'repeating' }, end: 1_769_592_000 },
      '2026-01-28T09:20:00.000Z',
    ],
  ])('reports a discount %s with its end', (_, discount, discountUntil) => {
    const result = updated({ items: { data: [item(1_000, 'month')] }, discounts: [discount] });
    const amountDiscounted = { minorUnits: 250, currency: 'usd' };
    expect(result).toMatchObject({ amount: { minorUnits: 750, currency: 'usd' }, amountDiscounted, discountUntil });
    const once = { coupon: { percent_off: 25, duration: 'once' }, end: 1_769_592_000 };
    const first = updated({ items: { data: [item(1_000, 'month')] }, discounts: [once] });
    expect([first.amountDiscounted, first.discountUntil]).toEqual([null, null]);
  });

  const automatic_tax = { enabled: true, status: 'complete', liability: { type: 'self' } };
  const rate = (inclusive: boolean) => ({ object: 'tax_rate', percentage: 19, inclusive });
  it.each([
    ['on top of the price, by Stripe Tax', { tax_behavior: 'exclusive', fields: { automatic_tax }, is: false }],
    ['inside of the price, by Stripe Tax', { tax_behavior: 'inclusive', fields: { automatic_tax }, is: true }],
    ['as the account has it', { tax_behavior: 'unspecified', fields: { automatic_tax }, is: null }],
    ['on top, by a rate', { tax_behavior: 'unspecified', fields: { default_tax_rates: [rate(false)] }, is: false }],
    ['inside, by a rate', { tax_behavior: 'exclusive', fields: { default_tax_rates: [rate(true)] }, is: true }],
    ['nowhere', { tax_behavior: 'exclusive', fields: { automatic_tax: { enabled: false } }, is: null }],
  ])('tax is %s', (_, { tax_behavior, fields, is }) => {
    const [taxed] = [item(1_000, 'month')].map(({ price }) => ({ price: { ...price, tax_behavior } }));
    const result = updated({ items: { data: [taxed] }, ...fields });
    expect(result).toMatchObject({ amount: { minorUnits: 1_000, currency: 'usd' }, taxIncluded: is });
  });

  it('a discount without its amount makes the amount unknown', () => {
    const result = updated({ items: { data: [item(1_000, 'month')] }, discounts: ['di_1'] });
    expect([result.amount, result.amountKnown, result.currency]).toEqual([undefined, false, 'usd']);
  });

  it('takes the currency of the price if the subscription has none', () => {
    const price = { id: 'price_x', unit_amount: 990, currency: 'KWD' };
    expect(updated({ items: { data: [{ price }] } }).amount).toEqual({ minorUnits: 990, currency: 'kwd' });
  });
});

describe('interval', () => {
  it.each([
    [{ interval: 'month', interval_count: 1 }, 'month'],
    [{ interval: 'year' }, 'year'],
    [{ interval: 'week', interval_count: 2 }, '2_week'],
    [{ interval: 'month', interval_count: 3 }, '3_month'],
    [{ interval: 'fortnight' }, undefined],
  ])('%j', (recurring, interval) => {
    expect(priced({ recurring }).interval).toBe(interval);
  });
});

describe('plan', () => {
  it('follows the price, because the plan in the metadata may be outdated', () => {
    const metadata = { plan: 'starter' };
    const items = { data: [{ price: { id: 'price_addon' } }, { price: { id: 'price_rec_pro' }, quantity: 4 }] };
    expect(updated({ metadata, items })).toMatchObject({ plan: 'pro', priceId: 'price_rec_pro', quantity: 4 });
  });

  it('is unknown if the price is, whatever the metadata says', () => {
    const items = { data: [{ price: { id: 'price_other' } }] };
    expect(updated({ metadata: { plan: 'enterprise' }, items }).plan).toBe('unknown');
    expect(updated({ items })).toMatchObject({ plan: 'unknown', priceId: 'price_other' });
    expect(updated({}).plan).toBeUndefined();
  });
});

describe('shapes before API version 2025-03-31', () => {
  it('reads periods, plan and quantity from the subscription itself', () => {
    const plan = { id: 'price_rec_pro', amount: 990, currency: 'usd', interval: 'year', interval_count: 1 };
    const times = { current_period_start: 1_767_000_000, current_period_end: 1_798_536_000 };
    expect(updated({ status: 'active', currency: 'usd', plan, quantity: 2, ...times })).toMatchObject({
      plan: 'pro',
      priceId: 'price_rec_pro',
      interval: 'year',
      quantity: 2,
      amount: { minorUnits: 1980, currency: 'usd' },
      currentPeriodStart: '2025-12-29T09:20:00.000Z',
      currentPeriodEnd: '2026-12-29T09:20:00.000Z',
      warnings: [],
    });
  });

  it('reads the periods from the subscription if its items have none', () => {
    const items = {
      data: [{ id: 'si_1', plan: { id: 'price_rec_pro', amount: 990, interval: 'month' }, quantity: 1 }],
    };
    const times = { current_period_start: 1_767_000_000, current_period_end: 1_769_592_000 };
    expect(updated({ currency: 'usd', items, ...times })).toMatchObject({
      plan: 'pro',
      interval: 'month',
      amount: { minorUnits: 990, currency: 'usd' },
      currentPeriodEnd: '2026-01-28T09:20:00.000Z',
    });
  });
});

it('has no snapshot without a usable id', () => {
  for (const id of [undefined, null, '', ' sub_1', 'sub\u0000', 7, {}, ['sub_1'], 's'.repeat(256)]) {
    expect(toSubscription({ id, status: 'active' }, { prices, warnings: [] })).toBeUndefined();
  }
});

describe('a scheduled end', () => {
  const ends = (cancel_at: number | null, more: object = {}) => {
    const items = { data: [{ current_period_start: 1_767_000_000, current_period_end: 1_769_000_000 }] };
    const { cancelAtPeriodEnd, cancelAt } = updated({ items, cancel_at, ...more });
    return [cancelAtPeriodEnd, cancelAt];
  };

  it.each([
    { name: 'with the period', at: 1_769_000_000, said: [true, '2026-01-21T12:53:20.000Z'] },
    { name: 'within the period', at: 1_768_000_000, said: [true, '2026-01-09T23:06:40.000Z'] },
    { name: 'months later: it is renewed until then', at: 1_780_000_000, said: [false, '2026-05-28T20:26:40.000Z'] },
    { name: 'not at all', at: null, said: [false, null] },
    { name: 'as it ended already', at: 1_780_000_000, status: 'canceled', said: [false, null] },
  ])('$name', ({ at, status = 'active', said }) => {
    expect(ends(at, { cancel_at_period_end: false, status })).toEqual(said);
  });
});

describe('several of our plans in one subscription', () => {
  const [starter, pro] = prices.map(({ id }) => id);
  const withItems = (...ids: (string | undefined)[]) => {
    const data = ids.map((id) => ({ id: `si_${id}`, quantity: 2, price: { id } }));
    return updated({ status: 'active', currency: 'usd', items: { data } });
  };
  it.each([[[starter, pro]], [[pro, starter]], [['price_of_nobody', pro, starter]]])('%j gives the highest', (ids) => {
    const found = withItems(...ids);
    expect(found).toMatchObject({ plan: 'pro', priceId: pro });
    expect(found.warnings).toContain('several plans: starter, pro (the highest counts)');
  });

  it('one plan beside another product has no such note', () => {
    expect(withItems('price_of_nobody', pro).warnings.join()).not.toContain('several plans');
  });
});
