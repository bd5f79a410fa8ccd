import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goodAddresses, hostileAddresses } from '../../testing/calls/redirects.ts';
import { redirectAddress } from './redirects.ts';

const own = 'http://localhost:3000';
const settings = { baseUrl: own, redirectOrigins: ['https://shop.example.com'] };

describe('with our own origin', () => {
  test('the table has at least 60 hostile addresses and 10 good ones, without repeats', () => {
    const hostile = hostileAddresses(own);
    expect(new Set(hostile).size).toBe(hostile.length);
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    expect(goodAddresses(own).length).toBeGreaterThanOrEqual(10);
  });

  test.each(hostileAddresses(own))('%j is refused', (wanted) => {
    expect(redirectAddress(wanted, settings)).toBeNull();
  });

  test.each(goodAddresses(own))('%j becomes %j', (wanted, given) => {
    expect(redirectAddress(wanted, settings)).toBe(given);
  });
});

test.each([
  ['https://shop.example.com', 'https://shop.example.com/'],
  ['https://shop.example.com/thanks?x=1#y', 'https://shop.example.com/thanks?x=1#y'],
  ['https://SHOP.example.com:443/thanks', 'https://shop.example.com/thanks'],
])('the listed origin: %s becomes %s', (wanted, given) => {
  expect(redirectAddress(wanted, settings)).toBe(given);
});

test.each([
  'http://shop.example.com',
  'https://shop.example.com:8443',
  'https://www.shop.example.com',
  'https://shop.example.com.evil.com',
  '//shop.example.com',
])('an address that resembles the listed origin is refused: %s', (wanted) => {
  expect(redirectAddress(wanted, settings)).toBeNull();
});

test('a path begins below the path of the base address, and leads to no other host', () => {
  const below = { baseUrl: 'https://example.com/pay', redirectOrigins: [] };
  expect(redirectAddress('/dashboard?x=1', below)).toBe('https://example.com/pay/dashboard?x=1');
  expect(redirectAddress('/../else', below)).toBe('https://example.com/else');
  expect(redirectAddress('https://example.com/else', below)).toBe('https://example.com/else');
  expect(redirectAddress('/@evil.com', below)).toBe('https://example.com/pay/@evil.com');
});

test("a path can't lengthen the host of a base address", () => {
  const bare = { baseUrl: 'https://example.com', redirectOrigins: [] };
  for (const wanted of ['/@evil.com', '/.evil.com', '/:80@evil.com'])
    expect(new URL(redirectAddress(wanted, bare) ?? 'x:').origin).toBe('https://example.com');
});

test('for any input the result is null or an address of an allowed origin', () => {
  const seed = Date.now();
  console.info(`redirects: seed ${seed}`);
  const part = fc.constantFrom(
    '/',
    '\\',
    '//',
    'http:',
    'https:',
    '@',
    ':',
    '.',
    '%2f',
    '\t',
    'evil.com',
    own,
    '?',
    '#',
  );
  const address = fc.oneof(
    fc.tuple(fc.constantFrom('http://', 'https://'), fc.webAuthority(), fc.string()).map((parts) => parts.join('')),
    fc.string(),
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
  );
  const check = (wanted: string) => {
    const given = redirectAddress(wanted, settings);
    if (given !== null) expect([own, 'https://shop.example.com']).toContain(new URL(given).origin);
  };
  fc.assert(fc.property(address, check), { seed, numRuns: 5_000 });
});
