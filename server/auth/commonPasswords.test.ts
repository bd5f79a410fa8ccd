import { expect, test } from 'vitest';
import { isEasilyGuessed } from './commonPasswords.ts';

test.each([
  'password',
  'PassWord',
  '12345678',
  '123456789',
  'qwertyuiop',
  'iloveyou',
  'password1',
  'aaaaaaaa',
  '1212121212',
])('%s is easily guessed', async (password) => {
  expect(await isEasilyGuessed(password)).toBe(true);
});

test.each(['ada.lovelace@example.com', 'Ada.Lovelace'])(
  '%s is easily guessed for ada.lovelace@example.com',
  async (password) => {
    expect(await isEasilyGuessed(password, 'Ada.Lovelace@example.com')).toBe(true);
    expect(await isEasilyGuessed(password, 'grace@example.com')).toBe(false);
  },
);

test.each(['correct horse battery', 'another horse battery', 'xkq7-Mvt2', 'ünïcödé-wörd', ''.padEnd(128, 'abcdefg')])(
  '%s is not easily guessed',
  async (password) => {
    expect(await isEasilyGuessed(password)).toBe(false);
  },
);
