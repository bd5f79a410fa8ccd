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
