import { type AuthFailure, AuthRefusal } from './authRefusal.ts';
import { addressAt } from './router/site.ts';

/** null: done. */
export type AuthResult = AuthFailure | null;

/** A call of `/api/auth/*` (better-auth's routes): a GET without a body. Rejects with an AuthRefusal. */
async function call<T>(path: string, body?: object): Promise<T> {
  // Mails are written in the language of the page, whatever the browser prefers.
  const headers = { 'content-type': 'application/json', 'accept-language': document.documentElement.lang };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(addressAt(`/api/auth/${path}`), body && init).catch(() => {
    throw new AuthRefusal({ status: 0 });
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const { code } = Object(answer) as { code?: string };
  throw new AuthRefusal({
    status: response.status,
    code,
    requestId: (response.status >= 500 && response.headers.get('x-request-id')) || undefined,
  });
}

/** Everything that can be asked for with a POST: resolves to why it was refused. */
async function attempt(path: string, body: object = {}): Promise<AuthResult> {
  try {
    await call(path, body);
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

export function refusalOf(error: unknown): AuthFailure {
  return error instanceof AuthRefusal ? error.refusal : { status: 0 };
}

export const signUp = (account: { name: string; email: string; password: string }) => attempt('sign-up/email', account);
export const signIn = (credentials: { email: string; password: string }) => attempt('sign-in/email', credentials);
/** The company's page where one signs in; it leads back `to` a path of this site, or, where it fails, `orTo` one. */
export async function goToCompany(provider: string, { to, orTo }: { to: string; orTo: string }): Promise<string> {
  const { url } = await call<{ url: string }>('sign-in/social', {
    provider,
    callbackURL: addressAt(to),
    errorCallbackURL: addressAt(orTo),
  });
  return url;
}

/** `credential`: a password; else a company. Rejects with an AuthRefusal. */
export async function listSignInWays(): Promise<string[]> {
  const ways = await call<{ providerId: string }[]>('list-accounts');
  return ways.map(({ providerId }) => providerId);
}

/** Why this browser was signed out is told until its next sign-in. */
export function forgetEnded(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = 'billing.ended=; Path=/; Max-Age=0';
}

export const signOut = () => attempt('sign-out');
export const endSession = (token: string) => attempt('revoke-session', { token });
export const requestReset = (email: string) => attempt('request-password-reset', { email });
/** `isNew`: somebody else had signed up with the address; `others`: accounts that bought under it, too. */
export interface Reset {
  isNew?: boolean;
  others?: number;
}
/** Rejects with an AuthRefusal. */
export const resetPassword = (reset: { token: string; newPassword: string }) => call<Reset>('reset-password', reset);
export const resendVerification = () => attempt('resend-verification');
export const changeAddress = (change: { newEmail: string; password: string }) => attempt('change-address', change);

/** At once; only while the account's own address was never confirmed. */
export const correctAddress = (newEmail: string) => attempt('correct-address', { newEmail });

/**
 * `waiting`: the other address of a change has to be confirmed too. `opened`: the account that bought under the address.
 * `others`: further accounts that bought under it. `former`: the proven address of the account that this session left.
 */
export interface ProvenAddress {
  status: 'verified' | 'changed' | 'waiting' | 'opened';
  email: string;
  others?: number;
  former?: string;
}
/** Rejects with an AuthRefusal. */
export const verifyAddress = (token: string) => call<ProvenAddress>('verify-address', { token });
export const signOutOthers = () => attempt('revoke-other-sessions');
export const changeName = (name: string) => attempt('update-user', { name });
export const changePassword = (passwords: { currentPassword: string; newPassword: string }) =>
  attempt('change-password', passwords);
/** Ends the running subscriptions at the provider too; refused with 503 where that fails. */
export const deleteAccount = (password: string) => attempt('delete-user', { password });

/** A place where one is signed in; `since` in ISO 8601. */
export interface SessionView {
  id: string;
  isCurrent: boolean;
  /** Ends it; opens nothing, since it isn't signed. */
  token: string;
  userAgent: string | null;
  since: string;
}

interface StoredSession {
  id: string;
  token: string;
  userAgent?: string | null;
  createdAt: string;
}

/** Every running session of the reader, this one first. Rejects with an AuthRefusal. */
export async function listSessions(): Promise<SessionView[]> {
  const [all, own] = await Promise.all([
    call<StoredSession[] | null>('list-sessions'),
    call<{ session: StoredSession } | null>('get-session'),
  ]);
  if (!all) throw new AuthRefusal({ status: 401 });
  return all
    .map(({ id, token, userAgent, createdAt }) => ({
      id,
      token,
      isCurrent: id === own?.session.id,
      userAgent: userAgent ?? null,
      since: new Date(createdAt).toISOString(),
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.since.localeCompare(a.since));
}
