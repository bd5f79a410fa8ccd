import type { Copy } from '../text/en.ts';
import { refusedAccount } from './formErrors.ts';

interface Refusal {
  status: number;
  code?: string;
}
export interface PasswordErrors {
  current?: string;
  next?: string;
  message?: string;
}

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;

/** What is wrong with a change of password before it is sent; empty: nothing. */
export function checkPasswords({ current, next }: { current: string; next: string }, copy: Copy): PasswordErrors {
  const errors: PasswordErrors = {};
  if (!current) errors.current = copy.account.errors.password;
  if (!next) errors.next = copy.settings.newPassword;
  else if (next.length < MIN_PASSWORD) errors.next = copy.account.errors.passwordShort;
  else if (next.length > MAX_PASSWORD) errors.next = copy.account.errors.passwordLong;
  return errors;
}

/** What the accounts' service refused of a change of password. */
export function refusedPassword(refusal: Refusal, copy: Copy): PasswordErrors {
  if (refusal.code === 'INVALID_PASSWORD') return { current: copy.settings.wrongPassword };
  if (refusal.code === 'PASSWORD_TOO_SHORT') return { next: copy.account.errors.passwordShort };
  if (refusal.code === 'PASSWORD_TOO_LONG') return { next: copy.account.errors.passwordLong };
  return { message: refusedSetting(refusal, copy) };
}

/** Why an account could not be read or changed, in one sentence. */
export function refusedSetting(refusal: Refusal, copy: Copy): string {
  if (refusal.status === 401) return copy.errors.session;
  return refusedAccount(refusal, copy).message ?? copy.errors.server;
}
