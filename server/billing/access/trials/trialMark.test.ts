import { expect, test } from 'vitest';
import { addressMark, createTrialMark } from './trialMark.ts';

const mark = createTrialMark('a secret of sixteen bytes');

test('a mark tells nothing without the secret, and is the same with it', () => {
  expect(mark('address', 'ada@example.com')).toBe(
    createTrialMark('a secret of sixteen bytes')('address', 'ada@example.com'),
  );
  expect(mark('address', 'ada@example.com')).not.toBe(
    createTrialMark('another secret of mine')('address', 'ada@example.com'),
  );
  expect(mark('address', 'ada@example.com')).toMatch(/^[\w-]{43}$/);
});

test('kinds and companies don’t meet', () => {
  const all = [mark('card', 'a', 'x'), mark('customer', 'a', 'x'), mark('card', 'b', 'x'), mark('card', 'a', 'y')];
  expect(new Set(all).size).toBe(4);
});

test('an address is one in any case, and no other', () => {
  expect(addressMark(mark, ' Ada@Example.com ')).toBe(addressMark(mark, 'ada@example.com'));
  expect(addressMark(mark, 'ada+1@example.com')).not.toBe(addressMark(mark, 'ada@example.com'));
});
