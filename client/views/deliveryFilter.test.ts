import { describe, expect, it } from 'vitest';
import { deliveryFilter, readablePayload } from './deliveryFilter.ts';
import { outcomeTone } from './outcomeTone.ts';

describe('deliveryFilter', () => {
  it.each([
    [null, null, {}],
    ['', '  ', {}],
    ['failed', null, { outcome: 'failed' }],
    ['nonsense', ' alpha ', { text: 'alpha' }],
    ['stale', 'subscription.up', { outcome: 'stale', text: 'subscription.up' }],
    [null, 'evt_1TuQs2KkMn4PqRs6TtUv8WxY', { text: 'evt_1TuQs2KkMn4PqRs6TtUv8WxY' }],
    [null, 'k3Jh2lQpX9wZrT5vB8nM1cD4fG7sA0yU', { userId: 'k3Jh2lQpX9wZrT5vB8nM1cD4fG7sA0yU' }],
    [null, 'abcdefghijklmnopqrstuvwxyzABCDEF', { userId: 'abcdefghijklmnopqrstuvwxyzABCDEF' }],
  ])('outcome %j, text %j: %j', (outcome, text, filter) => {
    expect(deliveryFilter(outcome, text)).toEqual(filter);
  });
});

describe('readablePayload', () => {
  it.each([
    ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
    ['{oops', '{oops'],
    ['', ''],
  ])('formats the body %j', (body, text) => {
    expect(readablePayload(body)).toBe(text);
  });
});

describe('outcomeTone', () => {
  it.each([
    ['applied', 'positive'],
    ['completed', 'positive'],
    ['failed', 'danger'],
    ['unmatched', 'warning'],
    ['stale', 'neutral'],
    ['whatever', 'neutral'],
  ])('shows %s as %s', (outcome, tone) => {
    expect(outcomeTone(outcome)).toBe(tone);
  });
});
