import { describe, expect, it } from 'vitest';
import { createFormat } from '../format.ts';
import { allDe, allEn } from '../text/testing.ts';
import { cancelTerms } from './cancelTerms.ts';
import { statedAt as at, statedSubscription as stated } from './statement/sample.ts';

const date = createFormat('en-US').date;
const alone = { others: [], asked: true, kept: false };
const unusable = (reason: 'refunded' | 'period_over') => ({ usable: false, reason, until: null, failedAt: null });
const words = { copy: allEn, plan: 'Pro', free: 'Hobby', date };
const KEEPS = 'You keep Pro until Nov 30, 2026.';
const FREE = 'After that, your account moves to Hobby.';
const LAST = 'You won’t be charged again. The current billing period is not refunded.';
const UNDO = 'You can resume the plan at any time before that day.';

describe('what canceling means', () => {
  it.each([
    ['active', {}, alone, [`${KEEPS} ${FREE}`, LAST, UNDO]],
    [
      'in trial',
      { status: 'trialing', trialEnd: at(26) },
      alone,
      [`You keep Pro until Nov 26, 2026. ${FREE}`, 'You won’t be charged when the trial ends.', UNDO],
    ],
    [
      'beside another one',
      {},
      { ...alone, others: [stated({}) as never] },
      [
        KEEPS,
        'Pro won’t be charged again. The current billing period is not refunded.',
        'Your other subscription goes on, and is charged as before.',
        UNDO,
      ],
    ],
    ['something was given or bought besides', {}, { ...alone, kept: true }, [KEEPS, LAST, UNDO]],
    [
      'past due: what is owed is still asked for',
      { status: 'past_due' },
      alone,
      ['Pro ends on Nov 30, 2026.', 'The payment that is due is still asked for, and nothing after it.', UNDO],
    ],
    [
      'refunded: nobody keeps what they can’t use',
      { use: unusable('refunded') },
      alone,
      ['Pro ends on Nov 30, 2026.', 'You won’t be charged again.', UNDO],
    ],
    [
      'paused',
      { status: 'incomplete', paused: true },
      alone,
      ['Pro ends on Nov 30, 2026.', 'You won’t be charged again.', UNDO],
    ],
  ] as const)('%s', (...[, changes, beside, expected]) => {
    expect(cancelTerms(stated(changes), beside, words)).toEqual(expected);
  });

  it('says what was scheduled and is dropped', () => {
    expect(cancelTerms(stated({}), alone, { ...words, replaces: 'pause' })).toContain(
      'The scheduled pause is dropped.',
    );
  });

  it('has words for a debt in German', () => {
    const said = cancelTerms(stated({ status: 'past_due' }), alone, { ...words, copy: allDe });
    expect(said[1]).toBe('Die fällige Zahlung wird weiter eingezogen, danach wird nichts mehr berechnet.');
  });
});
