import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boolean,
  currency,
  fields,
  first,
  fromIso,
  fromMilliseconds,
  fromSeconds,
  idOf,
  integer,
  isFields,
  key,
  list,
  orNull,
  reader,
  text,
  toStorable,
} from './read.ts';
import type { Remark } from './remarks.ts';

const seed = Date.now() % 2 ** 31;

describe('shapes', () => {
  it('an object is read as fields, anything else is not', () => {
    expect(fields({ a: 1 })).toEqual({ a: 1 });
    for (const value of [null, undefined, [], 'x', 7, true]) {
      expect(isFields(value)).toBe(false);
      expect(fields(value)).toEqual({});
    }
  });

  it('a list is read as a list, anything else is not', () => {
    expect(list([1])).toEqual([1]);
    for (const value of [null, undefined, {}, 'x', { length: 1 }]) expect(list(value)).toEqual([]);
  });

  it('first takes the first defined value', () => {
    expect([first(undefined, 0, 1), first<number>(), first<number>(undefined)]).toEqual([0, undefined, undefined]);
  });

  it('orNull distinguishes null from absent', () => {
    expect([orNull(null, text), orNull('a', text), orNull(7, text)]).toEqual([null, 'a', undefined]);
  });
});

describe('text', () => {
  it.each([
    ['a', 'a'],
    ['  a b ', 'a b'],
    ['a\u0000b', 'ab'],
    ['\ud800', '\ufffd'],
    ['a\udc00b', 'a\ufffdb'],
    ['😀', '😀'],
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(501), undefined],
    ['', undefined],
    [' \u0000 ', undefined],
    [7, undefined],
    [null, undefined],
    [['a'], undefined],
  ])('of %j is %j', (value, expected) => expect(text(value)).toBe(expected));

  it(`is storable whatever the input (seed ${seed})`, () => {
    const units = fc.array(fc.oneof(fc.constantFrom(0, 0xd800, 0xdbff, 0xdc00, 0xdfff, 65), fc.nat(0xffff)));
    const holds = fc.property(units, (codes) => {
      const stored = toStorable(String.fromCharCode(...codes));
      expect(stored).not.toContain('\u0000');
      expect(Buffer.from(stored).toString()).toBe(stored);
      expect(toStorable(stored)).toBe(stored);
    });
    fc.assert(holds, { seed, numRuns: 500 });
  });
});

describe('key', () => {
  it.each(['sub_1', 'a b', 'ü', 'x'.repeat(255)])('takes %j', (value) => expect(key(value)).toBe(value));

  it.each(['', ' a', 'a\n', 'a\u0000', '\ud800', 'x'.repeat(256), 7, null, {}, ['a']])('refuses %j', (value) => {
    expect(key(value)).toBeUndefined();
  });

  it('idOf reads an id or the id of an object', () => {
    expect([idOf('a'), idOf({ id: 'b' }), idOf({}), idOf([]), idOf({ id: { id: 'c' } })]).toEqual([
      'a',
      'b',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('numbers and flags', () => {
  it.each([0, -1, 990, Number.MAX_SAFE_INTEGER])('%d is an integer', (value) => expect(integer(value)).toBe(value));

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1', null, true])('%s is not a number', (value) => {
    expect(integer(value)).toBeUndefined();
  });

  it('flags are only booleans', () => {
    expect([boolean(true), boolean(false), boolean('true'), boolean(1), boolean(null)]).toEqual([
      true,
      false,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['USD', 'usd'],
    ['eur', 'eur'],
    ['EURO', undefined],
    ['us', undefined],
    ['us$', undefined],
    ['usd\n', undefined],
    [7, undefined],
  ])('currency %j is %j', (value, expected) => expect(currency(value)).toBe(expected));
});

describe('times', () => {
  it.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [1_728_734_318, '2024-10-12T11:58:38.000Z'],
    [-1, undefined],
    [1e12, undefined],
    [Number.NaN, undefined],
    ['1728734318', undefined],
    [null, undefined],
  ])('%j seconds are %j', (value, expected) => expect(fromSeconds(value)).toBe(expected));

  it.each([
    [1_728_734_318_123, '2024-10-12T11:58:38.123Z'],
    [1e15, undefined],
    ['x', undefined],
  ])('%j milliseconds are %j', (value, expected) => expect(fromMilliseconds(value)).toBe(expected));

  it.each([
    ['2024-10-12T11:58:38Z', '2024-10-12T11:58:38.000Z'],
    ['2024-10-12T11:58:38.5Z', '2024-10-12T11:58:38.500Z'],
    ['2024-10-12T11:58:38.123456Z', '2024-10-12T11:58:38.123456Z'],
    ['2024-10-12T11:58:38.123456789Z', '2024-10-12T11:58:38.123456Z'],
    ['2024-10-12T13:58:38.123456+02:00', '2024-10-12T11:58:38.123456Z'],
    ['2024-10-12T13:58:38+0200', '2024-10-12T11:58:38.000Z'],
    ['2024-10-12 11:58:38.123456', '2024-10-12T11:58:38.123456Z'],
    ['2024-10-12T11:58:38', '2024-10-12T11:58:38.000Z'],
    ['2024-13-12T11:58:38Z', undefined],
    ['2024-02-30T11:58:38Z', undefined],
    ['2024-10-12', undefined],
    ['12 Oct 2024', undefined],
    ['0001-01-01T00:00:00Z', undefined],
    ['', undefined],
    [7, undefined],
  ])('%j is %j', (value, expected) => expect(fromIso(value)).toBe(expected));
});

describe('reader', () => {
  it('warns about values that are present and unusable, not about absent or null ones', () => {
    const warnings: Remark[] = [];
    const read = reader({ good: 'a', odd: 7, none: null }, warnings);
    expect([read('good', text), read('odd', text), read('none', text), read('absent', text)]).toEqual([
      'a',
      undefined,
      undefined,
      undefined,
    ]);
    expect(warnings).toEqual(['unusable odd']);
  });
});
