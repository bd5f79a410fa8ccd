import { expect, test } from 'vitest';
import { checked } from './checked.ts';

const profile = { id: '7', email: 'Ada@Example.com', emailVerified: true, name: 'Ada' };

test('a plain profile stays, with its address in lower case', () => {
  expect(checked(profile)).toEqual({ ...profile, email: 'ada@example.com' });
});

test.each([
  ['CR LF', 'ada@example.com\r\nBcc: eve@example.com'],
  ['a script', '<script>@example.com'],
  ['5,000 characters', `${'a'.repeat(5_000)}@example.com`],
  ['NUL', 'ada\0@example.com'],
  ['no host', 'ada'],
])('an address with %s is none, and proves nothing', (_name, email) => {
  expect(checked({ ...profile, email })).toMatchObject({ email: '', emailVerified: false });
});

test('a name is cut to what the sign-up accepts, without control characters', () => {
  expect(checked({ ...profile, name: 'x'.repeat(200_000) }).name).toHaveLength(100);
  expect(checked({ ...profile, name: 'A\0da\r\nB' }).name).toBe('A da  B');
});

test.each(['', 'x'.repeat(300), 'a\0b'])('the id %j is refused', (id) => {
  expect(() => checked({ ...profile, id })).toThrow('not usable');
});
