import { describe, expect, it } from 'vitest';
import { allEn as en } from '../text/testing.ts';
import { checkAccount, refusedAccount } from './formErrors.ts';

const good = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
const texts = en.account.errors;

describe('checkAccount', () => {
  it.each([
    [{}, {}],
    [{ name: '  ' }, { name: texts.name }],
    [{ email: 'ada' }, { email: texts.email }],
    [{ email: 'a b@example.com' }, { email: texts.email }],
    [{ password: '' }, { password: texts.password }],
    [{ password: 'short12' }, { password: texts.passwordShort }],
    [{ password: 'x'.repeat(129) }, { password: texts.passwordLong }],
  ])('sign-up with %j', (changes, errors) => {
    expect(checkAccount('sign-up', { ...good, ...changes }, en)).toEqual(errors);
  });

  it('requires neither a name nor a long password to sign in', () => {
    expect(checkAccount('sign-in', { ...good, name: '', password: 'short' }, en)).toEqual({});
  });
});

describe('refusedAccount', () => {
  it.each([
    [{ status: 422, code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }, { fields: { email: texts.taken } }],
    [
      { status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' },
      { fields: {}, message: texts.mismatch },
    ],
    [{ status: 400, code: 'PASSWORD_TOO_SHORT' }, { fields: { password: texts.passwordShort } }],
    [{ status: 400, code: 'PASSWORD_TOO_COMMON' }, { fields: { password: texts.passwordCommon } }],
    [{ status: 429 }, { fields: {}, message: en.errors.tooMany }],
    [{ status: 0 }, { fields: {}, message: en.errors.offline }],
    [{ status: 500 }, { fields: {}, message: en.errors.server }],
  ])('maps the refusal %j to its messages', (refusal, said) => {
    expect(refusedAccount(refusal, en)).toEqual(said);
  });
});
