import { describe, expect, it } from 'vitest';
import { paidAfter } from './recovered.ts';

const paid = (id: string, status = 'succeeded', subscriptionId = 's1') => ({ id, status, subscriptionId }) as const;

describe('paidAfter', () => {
  const old = paid('old');
  it.each([
    ['still failed', [paid('new', 'failed'), old], null],
    ['not heard of yet', [old], null],
    ['another subscription', [paid('new', 'succeeded', 's2'), old], null],
    ['paid', [paid('new'), old], 'new'],
    ['paid, and refunded since', [paid('new', 'refunded'), old], null],
    ['nothing', [], null],
  ])('%s', (_name, payments, expected) => {
    expect(paidAfter('s1', payments as Parameters<typeof paidAfter>[1], 'old')?.id ?? null).toBe(expected);
  });

  it('is the first one that ever went through', () => {
    expect(paidAfter('s1', [paid('first')] as Parameters<typeof paidAfter>[1], '')?.id).toBe('first');
  });
});
