import { describe, expect, it } from 'vitest';
import { moneyOf, yearsOf } from './years.ts';

const payment = { status: 'succeeded', amount: '9.90', amountRefunded: '0.00', currency: 'usd' };
const at = (year: number, month = 6) => new Date(year, month - 1, 14).toISOString();

describe('one payment', () => {
  it.each([
    ['succeeded', '0.00', ['9.90', '0.00', '9.90']],
    ['partially_refunded', '3.30', ['9.90', '3.30', '6.60']],
    ['refunded', '9.90', ['9.90', '9.90', '0.00']],
    ['disputed', '0.00', ['9.90', '9.90', '0.00']],
    ['failed', '0.00', ['0.00', '0.00', '0.00']],
    ['pending', '0', ['0.00', '0.00', '0.00']],
  ])('%s, %s refunded', (status, amountRefunded, expected) => {
    const { paid, returned, net } = moneyOf({ ...payment, status, amountRefunded, createdAt: at(2026) });
    expect([paid, returned, net]).toEqual(expected);
  });
});

describe('years', () => {
  const rows = [
    { ...payment, id: 'a', createdAt: at(2026, 9) },
    { ...payment, id: 'b', createdAt: at(2026, 8), status: 'failed' },
    { ...payment, id: 'c', createdAt: at(2026, 7), currency: 'jpy', amount: '990', amountRefunded: '0' },
    { ...payment, id: 'd', createdAt: at(2026, 6), status: 'refunded', amountRefunded: '9.90' },
    { ...payment, id: 'e', createdAt: at(2025, 6), status: 'failed' },
  ];

  it('add up by currency, less what was refunded; what failed is shown and counts nothing', () => {
    const [newest, older, ...others] = yearsOf(rows, true);
    expect([newest?.year, older?.year, others]).toEqual([2026, 2025, []]);
    expect(newest?.payments.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(newest?.totals).toEqual([
      { currency: 'usd', paid: '19.80', returned: '9.90', net: '9.90' },
      { currency: 'jpy', paid: '990', returned: '0', net: '990' },
    ]);
    expect(older?.totals).toEqual([]);
  });

  it('are never shown in part: the oldest waits until all is loaded', () => {
    expect(yearsOf(rows, false).map(({ year }) => year)).toEqual([2026]);
    expect(yearsOf(rows.slice(0, 3), false)).toEqual([]);
    expect(yearsOf([], true)).toEqual([]);
  });

  it('begin at midnight of the reader', () => {
    const eve = new Date(2025, 11, 31, 23, 59, 59).toISOString();
    const day = new Date(2026, 0, 1).toISOString();
    const years = yearsOf(
      [day, eve].map((createdAt) => ({ ...payment, createdAt })),
      true,
    );
    expect(years.map(({ year }) => year)).toEqual([2026, 2025]);
  });
});
