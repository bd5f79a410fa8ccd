import { expect, test } from 'vitest';
import { previousAttributes } from './previous.ts';

test('old values of changed fields: inside objects by key, lists whole', () => {
  const before = { status: 'active', details: { reason: null, comment: null }, items: [{ id: 1 }, { id: 2 }], same: 1 };
  const after = {
    status: 'past_due',
    details: { reason: 'asked', comment: null },
    items: [{ id: 1 }, { id: 3 }],
    same: 1,
  };
  expect(previousAttributes(before, after)).toEqual({
    status: 'active',
    details: { reason: null },
    items: [{ id: 1 }, { id: 2 }],
  });
});

test('nothing changed: undefined', () => {
  expect(previousAttributes({ a: { b: 1 } }, { a: { b: 1 } })).toBeUndefined();
});
