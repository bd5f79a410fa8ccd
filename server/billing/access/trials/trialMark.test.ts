import { expect, test } from 'vitest';
import { addressMark, createTrialMark } from './trialMark.ts';

const mark = createTrialMark('a secret of sixteen bytes');

test('a mark reveals nothing without the secret and is stable with it', () => {
  expect(mark('address', 'ada@example.com')).toBe(
    createTrialMark('a secret of sixteen bytes')('address', 'ada@example.com'),
  );
  expect(mark('address', 'ada@example.com')).not.toBe(
    createTrialMark('another secret of mine')('address', 'ada@example.com'),
  );
  expect(mark('address', 'ada@example.com')).toMatch(/^[\w-]{43}$/);
});

test('marks of different kinds and providers never collide', () => {
  const all = [mark('card', 'a', 'x'), mark('customer', 'a', 'x'), mark('card', 'b', 'x'), mark('card', 'a', 'y')];
  expect(new Set(all).size).toBe(4);
});

test('an address has one mark regardless of letter case', () => {
  expect(addressMark(mark, ' Ada@Example.com ')).toBe(addressMark(mark, 'ada@example.com'));
  expect(addressMark(mark, 'ada+1@example.com')).not.toBe(addressMark(mark, 'ada@example.com'));
});
