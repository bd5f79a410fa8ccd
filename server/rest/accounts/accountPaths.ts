import type { SocialName } from '../../auth/social/companies.ts';
import { AppError } from '../../errors.ts';

/** Letters at most. What is longer than a password may be still gets that answer. */
const NAME = 100;
const ADDRESS = 254;
const PASSWORD = 1_000;
const TOKEN = 200;
const URL_LENGTH = 2_000;
const FLAG = 0;

export interface AccountPath {
  /** The fields of a body that pass, and how long the text of each may be; others are dropped. */
  fields?: Record<string, number>;
  /** Opens a session by what is sent. */
  enters?: true;
  /** Costs us much, and anybody may ask for it: counted by the sender's address. */
  costs?: true;
  /** The field that names the account whose password is tried. */
  tries?: 'email';
  /** The field in which the account's password is shown once more: a session that was stolen may be guessing. */
  shows?: 'password' | 'currentPassword';
  /** Whose mailbox it fills: the field that names it, or the signed-in person's own. */
  mails?: 'email' | 'newEmail' | 'own';
  /** The company whose account is used, or that the body names as `provider`: closed unless the settings have it. */
  company?: SocialName | 'named';
  /** Milliseconds that its answer takes at least, so that its time doesn't tell whether an account exists. */
  atLeastMs?: number;
}

/** What of better-auth is open: nothing that isn't named here. */
const paths: Record<string, Record<string, AccountPath>> = {
  '/sign-up/email': {
    POST: {
      fields: { name: NAME, email: ADDRESS, password: PASSWORD, rememberMe: FLAG },
      enters: true,
      mails: 'email',
    },
  },
  '/sign-in/email': {
    POST: { fields: { email: ADDRESS, password: PASSWORD, rememberMe: FLAG }, enters: true, tries: 'email' },
  },
  '/sign-in/social': {
    POST: {
      fields: { provider: NAME, callbackURL: URL_LENGTH, errorCallbackURL: URL_LENGTH },
      costs: true,
      company: 'named',
    },
  },
  '/callback/google': { GET: { costs: true, company: 'google' } },
  '/callback/github': { GET: { costs: true, company: 'github' } },
  '/list-accounts': { GET: {} },
  '/request-password-reset': { POST: { fields: { email: ADDRESS }, costs: true, mails: 'email', atLeastMs: 400 } },
  '/reset-password': { POST: { fields: { token: TOKEN, newPassword: PASSWORD }, costs: true } },
  '/resend-verification': { POST: { mails: 'own' } },
  '/verify-address': { POST: { fields: { token: TOKEN } } },
  '/change-address': {
    POST: { fields: { newEmail: ADDRESS, password: PASSWORD }, shows: 'password', mails: 'newEmail', atLeastMs: 400 },
  },
  '/sign-out': { POST: {} },
  '/get-session': { GET: {} },
  '/list-sessions': { GET: {} },
  '/revoke-session': { POST: { fields: { token: TOKEN } } },
  '/revoke-sessions': { POST: {} },
  '/revoke-other-sessions': { POST: {} },
  '/update-user': { POST: { fields: { name: NAME } } },
  '/change-password': {
    POST: {
      fields: { currentPassword: PASSWORD, newPassword: PASSWORD, revokeOtherSessions: FLAG },
      shows: 'currentPassword',
    },
  },
  '/delete-user': { POST: { fields: { password: PASSWORD }, shows: 'password' } },
  '/ok': { GET: {} },
};

/** The path as it is written: better-auth would forgive a trailing slash or an escape, which nobody counts. */
export function findAccountPath(method: string, path: string): AccountPath {
  const methods = Object.hasOwn(paths, path) ? paths[path] : undefined;
  if (!methods) throw new AppError('not_found');
  const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!found) throw new AppError('method_not_allowed');
  return found;
}

/** What no setting opens is not there. Throws AppError: not_found, invalid_body. */
export function requireCompany(
  { company }: AccountPath,
  body: Record<string, unknown> | undefined,
  configured: readonly SocialName[],
): void {
  if (!company) return;
  const name = company === 'named' ? body?.provider : company;
  if (typeof name !== 'string') throw new AppError('invalid_body');
  if (!configured.some((each) => each === name)) throw new AppError('not_found');
}

/** Every method and path that is open. */
export const openAccountPaths = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method} ${path}`),
);

/** The body with its known fields alone. Throws AppError invalid_body for one that is too long. */
export function pickFields(body: unknown, fields: Record<string, number> = {}): Record<string, unknown> {
  const given = new Map(Object.entries(Object(body) as object));
  const picked = Object.keys(fields).filter((name) => given.has(name));
  return Object.fromEntries(
    picked.map((name) => {
      const value = given.get(name);
      if (typeof value === 'string' && value.length > (fields[name] ?? 0)) throw new AppError('invalid_body');
      return [name, value];
    }),
  );
}
