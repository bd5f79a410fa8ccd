import { expect, test } from 'vitest';
import { toDate } from './values.ts';

test.each([
  ['2026-11-21T08:00Z', '2026-11-21T08:00:00.000Z'],
  ['2026-11-21T08:00:30+02:00', '2026-11-21T06:00:30.000Z'],
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-11', '2026-11-01T00:00:00.000Z'],
])('%s is a date', (value, expected) => {
  expect(toDate('--since', value).toISOString()).toBe(expected);
});

test.each([['2027-02-29'], ['2026-04-31T08:00Z'], ['2026-13-01'], ['Nov 21'], ['7'], ['21.11.2026'], ['']])(
  '%j is refused, not read as another day',
  (value) => {
    expect(() => toDate('--since', value)).toThrow('--since takes a date');
  },
);
