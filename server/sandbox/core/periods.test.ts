import { describe, expect, test } from 'vitest';
import { addMonths, periodEnd, unusedShare } from './periods.ts';

const at = (text: string) => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString();

describe('periods', () => {
  test.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2026-11-30T23:59:59Z', 3, '2027-02-28T23:59:59.000Z'],
    ['2028-02-29T00:00:00Z', 12, '2029-02-28T00:00:00.000Z'],
    ['2026-05-15T12:00:00Z', 0, '2026-05-15T12:00:00.000Z'],
  ])('%s and %i months is %s', (start, months, end) => {
    expect(iso(addMonths(at(start), months))).toBe(end);
  });

  test('the day of the first period returns after a short month', () => {
    const anchor = at('2026-01-31T08:00:00Z');
    const ends: string[] = [];
    for (let start = anchor; ends.length < 4; start = at(ends.at(-1) ?? ''))
      ends.push(iso(periodEnd(start, 'month', anchor)));
    expect(ends.map((end) => end.slice(0, 10))).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  });

  test('the unused share goes from 1 to 0 and no further', () => {
    const period = { start: 1000, end: 2000 };
    expect([500, 1000, 1250, 2000, 3000].map((now) => unusedShare(period, now))).toEqual([1, 1, 0.75, 0, 0]);
  });
});
