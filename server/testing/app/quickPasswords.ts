import type { Auth } from '../../auth/auth.ts';
import { createPasswords } from '../../auth/passwords.ts';

/** How many hashes were computed since the start. */
export const passwordWork = { count: 0 };

/** A thousandth of the work of a real hash: no test depends on how long a guess takes. It verifies real hashes too. */
export const quickPasswords = createPasswords({
  cost: { N: 16, r: 16, p: 1 },
  onWork() {
    passwordWork.count += 1;
  },
});

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
