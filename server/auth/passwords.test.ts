import { hashPassword } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { COST, createPasswords, isOutdated } from './passwords.ts';

test('a password verifies against its own hash, at the cost that OWASP asks for', async () => {
  const { hash, verify } = createPasswords();
  const hashed = await hash('correct horse battery');
  expect(hashed).toMatch(/^scrypt:131072:8:1:[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(COST).toEqual({ N: 131_072, r: 8, p: 1 });
  expect(await verify({ hash: hashed, password: 'correct horse battery' })).toBe(true);
  expect(isOutdated(hashed)).toBe(false);
});

test('a hash of better-auth still verifies, and counts as outdated', async () => {
  const { verify } = createPasswords();
  const hash = await hashPassword('correct horse battery');
  expect([await verify({ hash, password: 'correct horse battery' }), await verify({ hash, password: 'x' })]).toEqual([
    true,
    false,
  ]);
  expect(isOutdated(hash)).toBe(true);
});

test('a hash verifies no other password, and the same comparison twice is computed once', async () => {
  let computed = 0;
  const { hash, verify } = createPasswords({
    cost: { N: 16, r: 8, p: 1 },
    onWork: () => {
      computed += 1;
    },
  });
  const pair = { hash: await hash('correct horse battery'), password: 'correct horse battery' };
  expect([
    await verify(pair),
    await verify(pair),
    await verify({ ...pair, password: 'correct horse batterx' }),
  ]).toEqual([true, true, false]);
  expect(computed).toBe(3);
});

test.each(['', 'scrypt', 'scrypt:16:8:1::', 'nonsense'])('the hash %j verifies nothing', async (hash) => {
  const isRight = createPasswords().verify({ hash, password: '' });
  expect(await isRight.catch(() => false)).toBe(false);
});
