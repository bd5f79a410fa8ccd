import { expect, test } from 'vitest';
import { createFormat } from '../format.ts';
import { allDe, allEn } from '../text/testing.ts';
import { pauseTerms } from './pauseTerms.ts';
import { statedAt as at, statedSubscription as stated } from './statement/sample.ts';

const date = createFormat('en-US').date;
const alone = { others: [], asked: true, kept: false };
const beside = { ...alone, others: [stated({}) as never] };
const now = { effectiveAt: at(21), paidTime: 'credited' } as const;
const later = { effectiveAt: at(30), paidTime: 'kept' } as const;
const lost = { effectiveAt: at(21), paidTime: 'lost' } as const;
const words = { copy: allEn, plan: 'Pro', free: 'Hobby', date };
const UNDO = 'You can continue the plan at any time.';
const CREDITED =
  'You have paid for Pro until Nov 30, 2026: what is left of that is deducted from the next bill when you continue.';
const NOW_KEPT =
  'The pause begins as soon as you confirm. You keep Pro while it lasts, and it is not charged until you continue it.';

test.each([
  [
    'ends, at once',
    now,
    alone,
    false,
    [
      'The pause begins as soon as you confirm. While it lasts, your account has the features of Hobby, and Pro is not charged.',
      CREDITED,
      UNDO,
    ],
  ],
  [
    'ends, later',
    later,
    alone,
    false,
    [
      'You keep Pro until Nov 30, 2026. From then on your account has the features of Hobby and nothing is charged.',
      UNDO,
    ],
  ],
  ['is kept, at once', now, alone, true, [NOW_KEPT, CREDITED, UNDO]],
  [
    'is kept, later',
    later,
    alone,
    true,
    [
      'The pause begins on Nov 30, 2026. You keep Pro while it lasts, and it is not charged until you continue it.',
      UNDO,
    ],
  ],
  [
    'is kept, and what is paid is not credited',
    lost,
    alone,
    true,
    [
      NOW_KEPT,
      'You have paid for Pro until Nov 30, 2026: what is left of that is not deducted from the next bill when you continue.',
      UNDO,
    ],
  ],
  [
    'ends, beside another one',
    lost,
    beside,
    false,
    [
      'The pause begins as soon as you confirm. Pro is not charged until you continue it.',
      'You have paid for Pro until Nov 30, 2026: what is left of that time is lost.',
      'Your other subscription goes on, and is charged as before.',
      UNDO,
    ],
  ],
  [
    'is not known',
    later,
    alone,
    undefined,
    ['You keep Pro until Nov 30, 2026. From then on it is not charged until you continue it.', UNDO],
  ],
] as const)('what pausing means where access %s', (...[, preview, account, keepsAccess, expected]) => {
  expect(pauseTerms(stated({}), account, { ...words, preview, keepsAccess })).toEqual(expected);
});

test('in German, too', () => {
  const [said] = pauseTerms(stated({}), alone, { ...words, copy: allDe, preview: now, keepsAccess: false });
  expect(said).toMatch(/Umfang von Hobby, und Pro wird nicht berechnet\.$/);
  const [kept] = pauseTerms(stated({}), alone, { ...words, copy: allDe, preview: now, keepsAccess: true });
  expect(kept).toMatch(/Pro bleibt Ihnen währenddessen/);
});
