import type { SocialName } from '../../auth/social/companies.ts';
import { AppError } from '../../errors.ts';

/** The longest text. One that is longer than a password may be still gets the error about passwords. */
export const LONGEST_NAME = 100;
const ADDRESS = 254;
const PASSWORD = 1_000;
const TOKEN = 200;
const URL_LENGTH = 2_000;
const FLAG = 0;

export interface AccountPath {
  /** The accepted fields of a body, and the longest text of each; others are dropped. */
  fields?: Record<string, number>;
  /** Opens a session from the body's credentials. */
  enters?: true;
  /** Verifies an address. */
  proves?: true;
  /** Expensive and open to anyone: counted by the sender's address. */
  costs?: true;
  /** The field that names the account whose password is tried. */
  tries?: 'email';
  /** The field with the account's current password: a stolen session may be guessing it. */
  shows?: 'password' | 'currentPassword';
  /** Sends mails: the fields that name the mailboxes, or the signed-in user's own. */
  mails?: readonly ('email' | 'newEmail' | 'own')[];
  /** Its name in the security log. */
  event?: string;
  /** Fields that callers can't choose. */
  fixed?: Record<string, unknown>;
  /** A success ends the caller's other sessions. */
  endsOthers?: boolean;
  /** The social provider of the path, or the one that the body names as `provider`: closed unless it is set up. */
  company?: SocialName | 'named';
  /**
   * The shortest duration of its answer in milliseconds, so that the timing doesn't reveal whether an account exists.
   */
  atLeastMs?: number;
}

/** The open routes of better-auth: only those that are listed here. */
const paths: Record<string, Record<string, AccountPath>> = {
  '/sign-up/email': {
    POST: {
      fields: { name: LONGEST_NAME, email: ADDRESS, password: PASSWORD, rememberMe: FLAG },
      enters: true,
      mails: ['email'],
      event: 'sign_up',
    },
  },
  '/sign-in/email': {
    POST: {
      fields: { email: ADDRESS, password: PASSWORD, rememberMe: FLAG },
      enters: true,
      tries: 'email',
      event: 'sign_in',
    },
  },
  '/sign-in/social': {
    POST: {
      fields: { provider: LONGEST_NAME, callbackURL: URL_LENGTH, errorCallbackURL: URL_LENGTH },
      costs: true,
      company: 'named',
    },
  },
  '/callback/google': { GET: { costs: true, company: 'google', event: 'social_sign_in' } },
  '/callback/github': { GET: { costs: true, company: 'github', event: 'social_sign_in' } },
  '/list-accounts': { GET: {} },
  '/request-password-reset': {
    POST: { fields: { email: ADDRESS }, costs: true, mails: ['email'], atLeastMs: 400, event: 'reset_requested' },
  },
  '/reset-password': {
    POST: { fields: { token: TOKEN, newPassword: PASSWORD }, costs: true, event: 'password_reset' },
  },
  '/resend-verification': { POST: { mails: ['own'] } },
  '/verify-address': { POST: { fields: { token: TOKEN }, proves: true, event: 'address_proof' } },
  '/change-address': {
    POST: {
      fields: { newEmail: ADDRESS, password: PASSWORD },
      shows: 'password',
      mails: ['newEmail', 'own'],
      atLeastMs: 400,
      event: 'address_change',
    },
  },
  '/correct-address': {
    POST: { fields: { newEmail: ADDRESS }, mails: ['newEmail'], atLeastMs: 400, event: 'address_change' },
  },
  '/sign-out': { POST: { event: 'sign_out' } },
  '/get-session': { GET: {} },
  '/list-sessions': { GET: {} },
  '/revoke-session': { POST: { fields: { token: TOKEN }, event: 'session_ended' } },
  '/revoke-sessions': { POST: { event: 'sessions_ended' } },
  '/revoke-other-sessions': { POST: { event: 'sessions_ended' } },
  '/update-user': { POST: { fields: { name: LONGEST_NAME } } },
  '/change-password': {
    POST: {
      fields: { currentPassword: PASSWORD, newPassword: PASSWORD },
      // better-auth would end the caller's own session too, under requests that are on their way.
      fixed: { revokeOtherSessions: false },
      endsOthers: true,
      shows: 'currentPassword',
      event: 'password_change',
    },
  },
  '/delete-user': { POST: { fields: { password: PASSWORD }, shows: 'password', event: 'account_deletion' } },
  '/ok': { GET: {} },
};

/** The exact path: better-auth would accept a trailing slash or an escape, which no limit counts. */
export function findAccountPath(method: string, path: string): AccountPath {
  const methods = Object.hasOwn(paths, path) ? paths[path] : undefined;
  if (!methods) throw new AppError('not_found');
  const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!found) throw new AppError('method_not_allowed');
  return found;
}

/** Routes that no setting opens do not exist. Throws AppError: not_found, invalid_body. */
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

/** The body with only its known fields. Throws AppError invalid_body for a text that is too long. */
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
