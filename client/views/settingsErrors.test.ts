import { describe, expect, it } from 'vitest';
import { allEn as en } from '../text/testing.ts';
import { checkDeletion, checkPasswords, erasureProblem, refusedDeletion, refusedPassword } from './settingsErrors.ts';

const { account, deletion, errors, settings } = en;

describe('checkPasswords', () => {
  it.each([
    ['old password', 'new password', {}],
    ['', 'new password', { current: account.errors.password }],
    ['old', '', { next: settings.newPassword }],
    ['old', '1234567', { next: account.errors.passwordShort }],
    ['old', 'x'.repeat(129), { next: account.errors.passwordLong }],
    ['', '', { current: account.errors.password, next: settings.newPassword }],
  ])('checks a change from %j to %j', (current, next, found) => {
    expect(checkPasswords({ current, next }, en)).toEqual(found);
  });
});

describe('refusedPassword', () => {
  it.each([
    [{ status: 400, code: 'INVALID_PASSWORD' }, { current: settings.wrongPassword }],
    [{ status: 400, code: 'PASSWORD_TOO_SHORT' }, { next: account.errors.passwordShort }],
    [{ status: 400, code: 'PASSWORD_TOO_LONG' }, { next: account.errors.passwordLong }],
    [{ status: 400, code: 'PASSWORD_TOO_COMMON' }, { next: account.errors.passwordCommon }],
    [{ status: 401, code: 'UNAUTHORIZED' }, { message: errors.session }],
    [{ status: 429 }, { message: errors.tooMany }],
    [{ status: 0 }, { message: errors.offline }],
    [{ status: 500 }, { message: errors.server }],
  ])('maps the refusal %j to its message', (refusal, found) => {
    expect(refusedPassword(refusal, en)).toEqual(found);
  });
});

describe('checkDeletion', () => {
  it.each([
    [' Ada@Example.com ', 'secret', {}],
    ['ada@example.org', 'secret', { email: deletion.emailDiffers }],
    ['', '', { email: deletion.emailDiffers, password: account.errors.password }],
  ])('checks the address %j and the password %j', (email, password, found) => {
    expect(checkDeletion({ email, password }, 'ada@example.com', en)).toEqual(found);
  });
});

describe('refusedDeletion', () => {
  it.each([
    [{ status: 400, code: 'INVALID_PASSWORD' }, { password: deletion.wrongPassword }],
    [{ status: 503 }, { message: deletion.refused }],
    [{ status: 500 }, { message: errors.server }],
    [{ status: 401 }, { message: errors.session }],
  ])('maps the refusal %j to its message', (refusal, found) => {
    expect(refusedDeletion(refusal, en)).toEqual(found);
  });
});

describe('erasureProblem', () => {
  it.each([
    [{ status: 400, code: 'BAD_REQUEST' }, { email: deletion.emailDiffers }],
    [
      { status: 403, code: 'FORBIDDEN', requestId: 'r' },
      { text: en.login.signInAgain, requestId: 'r' },
    ],
    [{ status: 503, code: 'SERVICE_UNAVAILABLE' }, { text: en.login.refused }],
    [{}, { text: errors.offline }],
  ])('maps the refusal %j to its message', (refusal, found) => {
    expect(erasureProblem(refusal, en)).toEqual(found);
  });
});
