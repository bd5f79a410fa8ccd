import { expect, test } from 'vitest';
import { problemsOf } from '../../testing/app/environments.ts';
import { readSettings } from '../settings.ts';

test('without settings the law of the strictest country is kept', () => {
  expect(readSettings({}).ends).toEqual({
    cancelPage: true,
    withdrawalDays: 14,
    reminders: { trial: 3, year: 30 },
  });
});

test.each([
  [{ CANCEL_PAGE: 'off' }, { cancelPage: false }],
  [{ WITHDRAWAL_DAYS: '0' }, { withdrawalDays: 0 }],
  [{ WITHDRAWAL_DAYS: '30' }, { withdrawalDays: 30 }],
  [{ REMINDERS: 'off' }, { reminders: { trial: 0, year: 0 } }],
  [{ REMINDERS: 'year:14' }, { reminders: { trial: 0, year: 14 } }],
  [{ REMINDERS: ' trial:7 , year:45 ' }, { reminders: { trial: 7, year: 45 } }],
])('%j is read', (environment, expected) => {
  expect(readSettings(environment).ends).toMatchObject(expected);
});

test.each([
  [{ CANCEL_PAGE: 'yes' }, /^CANCEL_PAGE: /],
  [{ WITHDRAWAL_DAYS: '-1' }, /^WITHDRAWAL_DAYS: /],
  [{ REMINDERS: 'month:3' }, /^REMINDERS: must be off, or days/],
  [{ REMINDERS: 'trial:0' }, /^REMINDERS: /],
  [{ REMINDERS: 'trial:91' }, /^REMINDERS: /],
  [{ REMINDERS: 'trial' }, /^REMINDERS: /],
])('%j is refused', (environment, problem) => {
  expect(problemsOf(environment)).toEqual([expect.stringMatching(problem)]);
});
