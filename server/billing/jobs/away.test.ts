import { expect, test } from 'vitest';
import { createAway, isUnavailable } from './away.ts';

test('a provider that did not answer is left alone for a minute, and no other', () => {
  let now = 0;
  const away = createAway(() => now);
  expect(away.names()).toEqual([]);
  away.note('one');
  now = 59_999;
  away.note('other');
  expect(away.names()).toEqual(['one', 'other']);
  now = 60_000;
  expect(away.names()).toEqual(['other']);
});

test.each([
  [undefined, true],
  [500, true],
  [503, true],
  [401, true],
  [403, true],
  [408, true],
  [429, true],
  [400, false],
  [404, false],
])('an error with the status %s: no call would be answered: %s', (status, expected) => {
  expect(isUnavailable(Object.assign(new Error('x'), { status }))).toBe(expected);
});
