import { expect, test } from 'vitest';
import { createKeptTokens } from './keptTokens.ts';

const AT = Date.UTC(2026, 5, 15);
const said = (given: { userId?: string; mark?: string; after?: number } = {}) => {
  const { userId = 'ada', mark = 'pro', after = 0 } = given;
  return { userId, mark, asOf: new Date(AT + after) };
};

function counting() {
  let signed = 0;
  return () => {
    signed += 1;
    return `token ${signed}`;
  };
}

test('the same answer within ten seconds is signed once', () => {
  const [{ keep }, sign] = [createKeptTokens(), counting()];
  expect([0, 5_000, 9_999].map((after) => keep(said({ after }), sign))).toEqual(Array(3).fill('token 1'));
});

test.each([
  ['another answer', { mark: 'free' }],
  ['another user', { userId: 'eve' }],
  ['ten seconds later', { after: 10_000 }],
  ['a clock that was set back', { after: -10_000 }],
])('%s has a token of its own', (_name, given) => {
  const [{ keep }, sign] = [createKeptTokens(), counting()];
  expect(keep(said(), sign)).toBe('token 1');
  expect(keep(said(given), sign)).toBe('token 2');
});

test('an answer that changed and changed back is signed again', () => {
  const [{ keep }, sign] = [createKeptTokens(), counting()];
  expect(['pro', 'free', 'pro'].map((mark) => keep(said({ mark }), sign))).toEqual(['token 1', 'token 2', 'token 3']);
});

test('the cache is bounded: the oldest token is dropped', () => {
  const [{ keep }, sign] = [createKeptTokens(2), counting()];
  for (const userId of ['ada', 'bob', 'eve']) keep(said({ userId }), sign);
  expect(['eve', 'bob', 'ada'].map((userId) => keep(said({ userId }), sign))).toEqual([
    'token 3',
    'token 2',
    'token 4',
  ]);
});
