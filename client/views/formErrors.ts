import type { Copy } from '../text/en.ts';
import { passwordLimits } from './passwordLimits.ts';

export interface AccountValues {
  name: string;
  email: string;
  password: string;
}
export type FieldErrors = Partial<Record<keyof AccountValues, string>>;

/** What is wrong with a sign-up or sign-in form before it is sent; empty: nothing. */
export function checkAccount(
  mode: 'sign-in' | 'sign-up',
  { name, email, password }: AccountValues,
  copy: Copy,
): FieldErrors {
  const texts = copy.account.errors;
  const errors: FieldErrors = {};
  if (mode === 'sign-up' && !name.trim()) errors.name = texts.name;
  if (!isAddress(email.trim())) errors.email = texts.email;
  const problem = mode === 'sign-up' ? checkNewPassword(password, texts.password, copy) : !password && texts.password;
  if (problem) errors.password = problem;
  return errors;
}

/** As far as a form can tell. */
export const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** What is wrong with a password that somebody chose; `missing`: what to say when there is none. */
export function checkNewPassword(password: string, missing: string, copy: Copy): string | undefined {
  const texts = copy.account.errors;
  if (!password) return missing;
  if (password.length < passwordLimits.shortest) return texts.passwordShort;
  return password.length > passwordLimits.longest ? texts.passwordLong : undefined;
}

/** What the accounts' service refused, as field errors or one message for the form. */
export function refusedAccount(
  { status, code }: { status: number; code?: string },
  copy: Copy,
): { fields: FieldErrors; message?: string } {
  const texts = copy.account.errors;
  if (status === 0) return { fields: {}, message: copy.errors.offline };
  if (status === 429) return { fields: {}, message: copy.errors.tooMany };
  if (code?.startsWith('USER_ALREADY_EXISTS')) return { fields: { email: texts.taken } };
  if (code === 'INVALID_EMAIL') return { fields: { email: texts.email } };
  if (code === 'PASSWORD_TOO_SHORT') return { fields: { password: texts.passwordShort } };
  if (code === 'PASSWORD_TOO_COMMON') return { fields: { password: texts.passwordCommon } };
  if (code === 'PASSWORD_TOO_LONG') return { fields: { password: texts.passwordLong } };
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || status === 401) return { fields: {}, message: texts.mismatch };
  return { fields: {}, message: copy.errors.server };
}
