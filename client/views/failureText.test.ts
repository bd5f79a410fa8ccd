import { describe, expect, it } from 'vitest';
import type { ConflictReason } from '../../server/trpc/router.ts';
import { allDe as de, allEn as en } from '../text/testing.ts';
import { changeProblem, checkoutProblem, problemOf } from './failureText.ts';

const { errors } = en;

describe('problemOf', () => {
  it.each([
    [{}, errors.offline],
    [{ status: 0 }, errors.offline],
    [{ code: 'UNAUTHORIZED', status: 401 }, errors.session],
    [{ code: 'FORBIDDEN', status: 403 }, errors.forbidden],
    [{ code: 'TOO_MANY_REQUESTS', status: 429 }, errors.tooMany],
    [{ code: 'INTERNAL_SERVER_ERROR', status: 500 }, errors.server],
    [{ status: 502 }, errors.server],
  ])('maps the failure %j to its text', (failure, text) => {
    expect(problemOf({ ...failure, requestId: 'r1' }, en)).toEqual({ text, requestId: 'r1' });
  });

  it('returns the given text for a server error', () => {
    expect(problemOf({ status: 500, code: 'X' }, en, 'Not paid.')).toEqual({ text: 'Not paid.', requestId: undefined });
  });
});

describe('checkoutProblem', () => {
  it.each([
    [403, errors.unverified],
    [429, errors.tooMany],
    [500, errors.checkout],
  ])('maps status %s to its text', (status, text) => {
    expect(checkoutProblem({ status, code: 'X', requestId: 'r1' }, en)).toEqual({ text, requestId: 'r1' });
  });
});

describe('changeProblem', () => {
  const date = (iso: string) => iso.slice(0, 10);
  const at = (reason: string, until: string | null) => ({ status: 409, code: 'CONFLICT', conflict: { reason, until } });
  /** With the date of `until` or without: the compiler keeps it to the server's list. */
  const reasons: Record<ConflictReason, boolean> = {
    ending: true,
    past_due: false,
    paused: false,
    not_ending: false,
    not_paused: false,
    nothing_scheduled: false,
    pause_scheduled: true,
    same_plan: false,
    not_sold: false,
    unknown_plan: false,
    not_by_seats: false,
    plan_with_seats: false,
    shorter_interval: true,
    preview_expired: false,
    scheduled_elsewhere: false,
    provider_refused: false,
  };

  it.each([
    ['en', en],
    ['de', de],
  ])('says each reason in a sentence of its own: %s', (_, copy) => {
    const all = Object.entries(reasons).map(([reason, isDated]) => {
      const { text } = changeProblem(at(reason, '2027-01-31T10:00:00.000Z'), copy, { date });
      expect(text.includes('2027-01-31'), reason).toBe(isDated);
      expect(changeProblem(at(reason, null), copy, { date }).text, reason).not.toMatch(/undefined|null| {2}| \./);
      return text;
    });
    expect(new Set([...all, copy.changePlan.notPossible]).size).toBe(Object.keys(reasons).length + 1);
  });

  it.each([
    [at('one_of_tomorrow', null), en.changePlan.notPossible],
    [{ status: 409, code: 'CONFLICT' }, en.changePlan.notPossible],
    [{ status: 402, code: 'PAYMENT_REQUIRED' }, en.changePlan.declined],
    [{ status: 404, code: 'NOT_FOUND' }, en.changePlan.none],
    [{ status: 500, code: 'INTERNAL_SERVER_ERROR' }, en.changePlan.failed],
  ])('says without a known reason: %j', (failure, text) => {
    expect(changeProblem(failure, en, { date })).toMatchObject({ text });
  });
});
