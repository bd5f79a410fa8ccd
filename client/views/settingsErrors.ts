import type { Copy } from '../text/en.ts';
import { failureText } from './failureText.ts';
import { checkNewPassword, refusedAccount } from './formErrors.ts';

interface Refusal {
  status: number;
  code?: string;
}
export interface PasswordErrors {
  current?: string;
  next?: string;
  message?: string;
}

/** What is wrong with a change of password before it is sent; empty: nothing. */
export function checkPasswords({ current, next }: { current: string; next: string }, copy: Copy): PasswordErrors {
  const errors: PasswordErrors = {};
  if (!current) errors.current = copy.account.errors.password;
  const problem = checkNewPassword(next, copy.settings.newPassword, copy);
  if (problem) errors.next = problem;
  return errors;
}

/** What the accounts' service refused of a change of password. */
export function refusedPassword(refusal: Refusal, copy: Copy): PasswordErrors {
  if (refusal.code === 'INVALID_PASSWORD') return { current: copy.settings.wrongPassword };
  if (refusal.code === 'PASSWORD_TOO_SHORT') return { next: copy.account.errors.passwordShort };
  if (refusal.code === 'PASSWORD_TOO_COMMON') return { next: copy.account.errors.passwordCommon };
  if (refusal.code === 'PASSWORD_TOO_LONG') return { next: copy.account.errors.passwordLong };
  return { message: refusedSetting(refusal, copy) };
}

/** Why an account could not be read or changed, in one sentence. */
export function refusedSetting(refusal: Refusal, copy: Copy): string {
  if (refusal.status === 401) return copy.errors.session;
  return refusedAccount(refusal, copy).message ?? copy.errors.server;
}

export interface DeletionErrors {
  email?: string;
  password?: string;
  message?: string;
}

/** What is wrong with a wish to be deleted before it is sent; `email` is the account's own; empty: nothing. */
export function checkDeletion(typed: { email: string; password: string }, email: string, copy: Copy): DeletionErrors {
  const errors: DeletionErrors = {};
  if (typed.email.trim().toLowerCase() !== email.toLowerCase()) errors.email = copy.deletion.emailDiffers;
  if (!typed.password) errors.password = copy.account.errors.password;
  return errors;
}

/** Why an account was not deleted. 503: a plan could not be ended at its provider. */
export function refusedDeletion(refusal: Refusal, copy: Copy): DeletionErrors {
  if (refusal.code === 'INVALID_PASSWORD') return { password: copy.deletion.wrongPassword };
  return { message: refusal.status === 503 ? copy.deletion.refused : refusedSetting(refusal, copy) };
}

interface ErasureProblem {
  email?: string;
  text?: string;
  requestId?: string;
}

/** Why the data of somebody whose account is elsewhere was not deleted. */
export function erasureProblem(failure: Partial<Refusal> & { requestId?: string }, copy: Copy): ErasureProblem {
  const { status, requestId } = failure;
  if (status === 400) return { email: copy.deletion.emailDiffers };
  if (status === 403) return { text: copy.login.signInAgain, requestId };
  return { text: failureText(failure, copy, copy.login.refused), requestId };
}
