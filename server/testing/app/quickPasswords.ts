import { randomBytes, scryptSync } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';
import type { Auth } from '../../auth/auth.ts';
import { createPasswords } from '../../auth/passwords.ts';

const MARK = 'quick';
/** A thousandth of the work of a real hash. */
const COST = { N: 16, r: 16, p: 1 };

const quick = (password: string, salt: string) =>
  scryptSync(password.normalize('NFKC'), salt, 64, COST).toString('hex');

/** Hashes passwords as better-auth does, at a lower cost: no test depends on how long a guess takes. */
export const quickPasswords = {
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16).toString('hex');
    return `${MARK}:${salt}:${quick(password, salt)}`;
  },
  /** Also verifies real hashes, which another process may write. */
  async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
    const [mark, salt = '', key] = hash.split(':');
    return mark === MARK ? quick(password, salt) === key : verifyPassword({ hash, password });
  },
};

/** Uses production's password hashes during `work`, for tests of their cost or format. */
export async function withRealPasswords<T>(auth: Auth, work: () => Promise<T>): Promise<T> {
  const { password } = await auth.$context;
  Object.assign(password, createPasswords());
  try {
    return await work();
  } finally {
    Object.assign(password, quickPasswords);
  }
}
