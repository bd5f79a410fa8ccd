import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a password verifies against its own hash only', async () => {
  const { hash, verify } = createPasswords();
  const hashed = await hash('correct horse battery');
  expect(hashed).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(await verify({ hash: hashed, password: 'correct horse battery' })).toBe(true);
  expect(await verify({ hash: hashed, password: 'correct horse batterx' })).toBe(false);
});
