/** A JSON POST, signed in with `cookie`. A string is sent unchanged. */
export function post(body: unknown, cookie?: string, headers: Record<string, string> = {}): RequestInit {
  const session: Record<string, string> = cookie ? { cookie } : {};
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...session, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** Resolves to status and JSON body together, for a single assertion. */
export async function answerOf(response: Response): Promise<{ status: number; body: unknown }> {
  return { status: response.status, body: await response.json() };
}

/** The cookies set by a response, as a browser sends them back. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
