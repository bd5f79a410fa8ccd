import { randomBytes, scryptSync } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';
import type { Auth } from '../../auth/auth.ts';
import { createPasswords } from '../../auth/passwords.ts';

const MARK = 'quick';
/** A thousandth of the work of a real one. */
const COST = { N: 16, r: 16, p: 1 };

const quick = (password: string, salt: string) =>
  scryptSync(password.normalize('NFKC'), salt, 64, COST).toString('hex');

/** Of what better-auth does with passwords the same, but for its cost: no test is about how long a guess takes. */
export const quickPasswords = {
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16).toString('hex');
    return `${MARK}:${salt}:${quick(password, salt)}`;
  },
  /** Also a real hash, as another process makes it. */
  async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
    const [mark, salt = '', key] = hash.split(':');
    return mark === MARK ? quick(password, salt) === key : verifyPassword({ hash, password });
  },
};

/** For a test that is about what they cost, or how they are kept: those of production, until `work` is done. */
export async function withRealPasswords<T>(auth: Auth, work: () => Promise<T>): Promise<T> {
  const { password } = await auth.$context;
  Object.assign(password, createPasswords());
  try {
    return await work();
  } finally {
    Object.assign(password, quickPasswords);
  }
}
