import { toNodeHandler } from 'better-auth/node';
import type { Request as HttpRequest, RequestHandler } from 'express';
import { CLIENT_ADDRESS_HEADER } from '../auth/auth.ts';
import type { Deps } from '../deps.ts';
import { AppError, answers } from '../errors.ts';
import { clientAddress } from '../http/clientAddress.ts';
import { isJson, readJson } from './body.ts';
import { handle } from './handle.ts';

/** /api/auth: better-auth's own routes. Bodies are bounded and JSON; what is refused carries our `error` too. */
export function accountRoutes({ auth, attempts }: Deps): RequestHandler {
  const answer = toNodeHandler({
    handler: async (request: Request) => withError(withoutToken(request, await auth.handler(request))),
  });
  return handle('internal', async (request, response) => {
    if (isAttempt(request)) await attempts.countAddress(clientAddress(request));
    const body = await readJson(request, response);
    if (!isJson(body)) throw new AppError('invalid_body');
    // An empty text would count as a body without a content type.
    if (body === undefined) request.body = undefined;
    const email = emailOf(body);
    if (email) await attempts.countAccount(email);
    nameClient(request);
    await answer(request, response);
    if (email && response.statusCode < 300) await attempts.forgiveAccount(email);
  });
}

/** What changes something may guess at a password. */
function isAttempt({ method, path }: HttpRequest): boolean {
  return method !== 'GET' && path !== '/api/auth/sign-out';
}

function emailOf(body: unknown): string | null {
  const { email } = Object(body) as { email?: unknown };
  return typeof email === 'string' ? email : null;
}

/** Sessions note where they were opened: what a client says of itself is overwritten. */
function nameClient(request: HttpRequest): void {
  request.headers[CLIENT_ADDRESS_HEADER] = clientAddress(request);
}

/** Programs get their session as a bearer token too; a page's scripts must not come to see it. */
function withoutToken(request: Request, response: Response): Response {
  const isPage = request.headers.has('sec-fetch-site') || request.headers.has('origin');
  if (!isPage || !response.headers.has('set-auth-token')) return response;
  const headers = new Headers(response.headers);
  for (const name of ['set-auth-token', 'access-control-expose-headers']) headers.delete(name);
  return new Response(response.body, { status: response.status, headers });
}

async function withError(response: Response): Promise<Response> {
  const { status } = response;
  if (status < 400) return response;
  const body = status >= 500 ? {} : Object(await response.json().catch(() => ({})));
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(JSON.stringify({ ...body, error: textOf(status, body) }), { status, headers });
}

function textOf(status: number, { message }: { message?: unknown }): string {
  if (typeof message === 'string' && message !== '') return message;
  const known = Object.values(answers).findLast((answer) => answer.status === status && status !== 400);
  return status === 404 ? answers.not_found.text : (known ?? answers.invalid_body).text;
}
