import { describe, expect, it } from 'vitest';
import { createFormat, daysUntil, monthlyShare } from './format.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');

describe('createFormat', () => {
  it.each([
    ['en-US', ['9.90', 'usd'], '$9.90'],
    ['de-DE', ['1299.00', 'eur'], '1.299,00 €'],
    ['ja-JP', ['990', 'jpy'], '￥990'],
    ['en-US', ['0.990', 'kwd'], 'KWD 0.990'],
  ] as const)('%s writes %j as %s', (locale, [amount, currency], text) => {
    expect(plain(createFormat(locale).money(amount, currency))).toBe(text);
  });

  it('drops zero decimals only from headline prices', () => {
    const { price, money } = createFormat('en-US');
    expect(price('99.00', 'usd')).toBe('$99');
    expect(price('9.90', 'usd')).toBe('$9.90');
    expect(money('99.00', 'usd')).toBe('$99.00');
  });

  it('formats percentages and dates by the locale', () => {
    expect(plain(createFormat('de').percent(17))).toBe('17 %');
    expect(createFormat('en-US').percent(17)).toBe('17%');
    expect(createFormat('en-US').date(new Date(2026, 10, 21, 12).toISOString())).toBe('Nov 21, 2026');
    expect(createFormat('de').date(new Date(2026, 10, 21, 12).toISOString())).toBe('21. Nov. 2026');
    expect(createFormat('en-GB').date(new Date(2026, 10, 21, 12).toISOString())).toBe('21 Nov 2026');
    const day = (year: number) => createFormat('en-US').day(new Date(2026, 10, 21).toISOString(), new Date(year, 0, 1));
    expect([day(2026), day(2027)]).toEqual(['Nov 21', 'Nov 21, 2026']);
  });

  it('names the zone of a moment that a deadline may turn on', () => {
    expect(createFormat('en-US', 'UTC').moment('2026-11-21T12:00:03Z')).toBe('November 21, 2026 at 12:00:03 PM UTC');
    expect(createFormat('de-DE', 'Europe/Berlin').moment('2026-11-21T12:00:03Z')).toBe(
      '21. November 2026 um 13:00:03 MEZ',
    );
  });

  it.each([
    ['en-US', 'Europe/Berlin', 'Central European Time'],
    ['de', 'Europe/Berlin', 'Mitteleuropäische Zeit'],
    ['de', 'UTC', 'UTC'],
  ])('names the zone of all times: %s, %s', (locale, timeZone, name) => {
    expect(createFormat(locale, timeZone).zone()).toBe(name);
  });

  it('divides a yearly price by twelve months', () => {
    expect(createFormat('en-US').money(monthlyShare('99.00'), 'usd')).toBe('$8.25');
    expect(createFormat('en-US').money(monthlyShare('49.00'), 'usd')).toBe('$4.08');
  });
});

describe('daysUntil', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour);
  it.each([
    [at(21, 23), at(22, 1), 1],
    [at(21, 1), at(21, 23), 0],
    [at(21, 12), at(30, 11), 9],
    [at(21, 12), at(20, 13), -1],
  ])('from %s to %s', (now, until, days) => {
    expect(daysUntil(until.toISOString(), now)).toBe(days);
  });
});
