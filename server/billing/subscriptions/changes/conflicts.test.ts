import { expect, test } from 'vitest';
import { conflict, conflictReasons } from './conflicts.ts';

test.each(conflictReasons)('%s says what to do instead, and never a date that nobody knows', (reason) => {
  const until = new Date('2027-01-31T12:00:00.000Z');
  const dated = conflict(reason, { until });
  expect(dated).toMatchObject({ status: 409, message: 'Plan change not possible', conflict: { reason } });
  expect(dated.conflict?.until).toBe(until.toISOString());
  expect(dated.conflict?.message).toMatch(/^[A-Z`].*\.$/s);
  expect(conflict(reason).conflict?.until).toBeNull();
});
