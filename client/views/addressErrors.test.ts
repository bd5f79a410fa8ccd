import { describe, expect, it } from 'vitest';
import { allEn as en } from '../text/testing.ts';
import { checkAddress, refusedAddress } from './addressErrors.ts';

describe('checkAddress', () => {
  it.each([
    [{ newEmail: '', password: '' }, ['newEmail', 'password']],
    [{ newEmail: 'nobody', password: 'x' }, ['newEmail']],
    [{ newEmail: 'ADA@example.com', password: 'x' }, ['newEmail']],
    [{ newEmail: 'eve@example.com', password: '' }, ['password']],
    [{ newEmail: 'eve@example.com', password: 'x' }, []],
  ])('reports the invalid fields of %j: %j', (typed, fields) => {
    expect(Object.keys(checkAddress(typed, 'ada@example.com', en))).toEqual(fields);
  });
});

describe('refusedAddress', () => {
  it.each([
    [{ status: 400, code: 'INVALID_PASSWORD' }, { password: en.deletion.wrongPassword }],
    [{ status: 400, code: 'SAME_ADDRESS' }, { newEmail: en.address.same }],
    [{ status: 400, code: 'MAIL_OFF' }, { message: en.address.mailOff }],
    [{ status: 429 }, { message: en.errors.tooMany }],
    [{ status: 500 }, { message: en.errors.server }],
  ])('maps the refusal %j to its message', (refusal, errors) => {
    expect(refusedAddress(refusal, en)).toEqual(errors);
  });
});
