import { describe, expect, it } from 'vitest';
import { isActivated } from './activation.ts';

const now = new Date('2026-11-21T12:00:00Z');
const payment = { type: 'one_time', status: 'succeeded', createdAt: '2026-11-21T11:59:00Z' } as const;

describe('isActivated', () => {
  it.each([
    [undefined, false],
    [null, false],
    [{ isRunning: false }, false],
    [{ isRunning: true }, true],
  ])('a subscription %j: %s', (subscription, done) => {
    expect(isActivated({ purchase: 'subscription', subscription, payments: [payment] }, now)).toBe(done);
  });

  it.each([
    [[], false],
    [[payment], true],
    [[{ ...payment, status: 'failed' as const }], false],
    [[{ ...payment, type: 'subscription' as const }], false],
    [[{ ...payment, createdAt: '2026-11-20T12:00:00Z' }], false],
    [undefined, false],
  ])('a one-time purchase %#', (payments, done) => {
    expect(isActivated({ purchase: 'one_time', subscription: { isRunning: true }, payments }, now)).toBe(done);
  });
});
