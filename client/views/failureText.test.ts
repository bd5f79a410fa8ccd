import { describe, expect, it } from 'vitest';
import { en } from '../text/en.ts';
import { checkoutProblem, problemOf } from './failureText.ts';

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
