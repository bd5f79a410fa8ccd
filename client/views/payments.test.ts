import { expect, it } from 'vitest';
import { boughtIn, withPending } from './payments.ts';

it.each([
  [{ plan: 'pro', type: 'subscription' }, { plan: 'pro' }],
  [{ plan: null, type: 'one_time' }, { type: 'one_time' }],
  [{ plan: 'unknown', type: 'subscription' }, { type: 'subscription' }],
] as const)('a payment is named by our plan, else by its kind: %j', (payment, expected) => {
  expect(boughtIn(payment)).toEqual(expected);
});

it('a bank debit that is on its way has a row above the others, one that failed has its own', () => {
  const at = '2026-11-19T09:00:00.000Z';
  const owner = { userId: 'ada', customerId: '', provider: 'alpha', createdAt: at, updatedAt: at };
  const debit = { ...owner, id: 'sub', plan: 'pro', amount: '9.90', amountKnown: true, currency: 'usd' };
  const use = { usable: false, reason: 'not_live', until: null } as const;
  const [row, ...others] = withPending(
    [],
    [
      { ...debit, use: { ...use, failedAt: null } },
      { ...debit, id: 'failed', use: { ...use, failedAt: at } },
      { ...debit, id: 'unknown sum', amount: '0', amountKnown: false, use: { ...use, failedAt: null } },
    ],
  );
  expect(row).toMatchObject({ id: 'sub', plan: 'pro', amount: '9.90', status: 'pending', createdAt: at });
  expect(others).toEqual([]);
});
