interface AuthFailure {
  status: number;
  code?: string;
}

/** Accounts are changed rarely, so their client is loaded on the first use. */
async function client() {
  const { createAuthClient } = await import('better-auth/react');
  return createAuthClient({ basePath: '/api/auth' });
}

function failure(error: { status?: number; code?: string } | null): AuthFailure | null {
  return error && { status: error.status ?? 0, code: error.code };
}

/** null: done. Status 0: the service was not reached. */
export type AuthResult = AuthFailure | null;

async function attempt(call: () => Promise<{ error: { status?: number; code?: string } | null }>): Promise<AuthResult> {
  try {
    return failure((await call()).error);
  } catch {
    return { status: 0 };
  }
}

export function signUp(account: { name: string; email: string; password: string }): Promise<AuthResult> {
  return attempt(async () => (await client()).signUp.email(account));
}

export function signIn(credentials: { email: string; password: string }): Promise<AuthResult> {
  return attempt(async () => (await client()).signIn.email(credentials));
}

export function signOut(): Promise<AuthResult> {
  return attempt(async () => (await client()).signOut());
}

export function changeName(name: string): Promise<AuthResult> {
  return attempt(async () => (await client()).updateUser({ name }));
}

export function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<AuthResult> {
  return attempt(async () => (await client()).changePassword(passwords));
}

export function signOutOthers(): Promise<AuthResult> {
  return attempt(async () => (await client()).revokeOtherSessions());
}

/** A place where one is signed in; `since` in ISO 8601. */
export interface SessionView {
  id: string;
  isCurrent: boolean;
  userAgent: string | null;
  since: string;
}

/** Every running session of the reader, this one first. Rejects with an AuthRefusal. */
export async function listSessions(): Promise<SessionView[]> {
  const auth = await client();
  const [all, own] = await Promise.all([auth.listSessions(), auth.getSession()]);
  const error = all.error ?? own.error;
  if (error || !all.data) throw new AuthRefusal(failure(error) ?? { status: 401 });
  const currentId = own.data?.session.id;
  return all.data
    .map(({ id, userAgent, createdAt }) => ({
      ...{ id, isCurrent: id === currentId, userAgent: userAgent ?? null },
      since: new Date(createdAt).toISOString(),
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.since.localeCompare(a.since));
}

export class AuthRefusal extends Error {
  readonly refusal: AuthFailure;

  constructor(refusal: AuthFailure) {
    super(refusal.code ?? `Status ${refusal.status}`);
    this.refusal = refusal;
  }
}
