import { addressOf } from '../../auth/addresses/placeholder.ts';
import { answers } from '../../errors.ts';

interface AnsweredUser {
  id: string;
  email: string;
  emailVerified: boolean;
  wantedEmail?: string | null;
}

/** An answer of the account routes, read once; `user`: the account that it is about, if it names one. */
export interface AccountAnswer {
  response: Response;
  user: AnsweredUser | null;
  /** The address that it verified. */
  proven: string | null;
}

const PROVEN = new Set<unknown>(['verified', 'changed', 'opened']);

/** Accounts without their own address show the address that was entered, so that no answer reveals the difference. */
export async function withOwnAddress(response: Response): Promise<AccountAnswer> {
  const isJson = response.headers.get('content-type')?.includes('application/json');
  const body: unknown = isJson ? await response.json().catch(() => null) : null;
  const { user, status, email } = Object(body) as { user?: AnsweredUser; status?: unknown; email?: unknown };
  const proven = PROVEN.has(status) && typeof email === 'string' ? email : null;
  if (!isJson) return { response, user: null, proven: null };
  if (!user) return { response: again(response, body), user: null, proven };
  const { wantedEmail, ...shown } = user;
  const answer = { ...Object(body), user: { ...shown, email: addressOf(user) } };
  return { response: again(response, answer), user: { ...shown, wantedEmail }, proven };
}

/** Programs also get their session as a bearer token; a page's scripts must not see it. */
export function withoutToken(request: Request, response: Response): Response {
  const isPage = request.headers.has('sec-fetch-site') || request.headers.has('origin');
  if (!isPage || !response.headers.has('set-auth-token')) return response;
  const headers = new Headers(response.headers);
  for (const name of ['set-auth-token', 'access-control-expose-headers']) headers.delete(name);
  return new Response(response.body, { status: response.status, headers });
}

/** Refusals also carry our `error`. */
export async function withError(response: Response): Promise<Response> {
  const { status } = response;
  if (status < 400) return response;
  const body = status >= 500 ? {} : Object(await response.json().catch(() => ({})));
  return again(response, { ...body, error: textOf(status, body) });
}

function again(response: Response, body: unknown): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

function textOf(status: number, { message }: { message?: unknown }): string {
  if (typeof message === 'string' && message !== '') return message;
  const known = Object.values(answers).findLast((answer) => answer.status === status && status !== 400);
  return status === 404 ? answers.not_found.text : (known ?? answers.invalid_body).text;
}
