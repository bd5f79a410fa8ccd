import type { IncomingMessage, ServerResponse } from 'node:http';
import { required } from '../../auth/session.ts';
import { answerAccess, type SignableAccess } from '../../billing/access/answerAccess.ts';
import { JWKS_SECONDS } from '../../billing/access/signing/signingKeys.ts';
import { permit } from '../../billing/permit.ts';
import type { Deps } from '../../deps.ts';
import { toAppError } from '../../errors.ts';
import { answerError } from '../errors.ts';
import { handle } from '../handle.ts';

/** GET /api/payments/access: a user's current access. 304 if the caller still has the same answer. */
export function accessRoute(deps: Deps) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { access, etag, sign } = await readAccess(deps, request, response);
      response.setHeader('etag', etag);
      if (isHeld(request, etag)) return void response.writeHead(304).end();
      const body = JSON.stringify({ access, token: sign() });
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
      response.writeHead(200, headers).end(body);
    } catch (cause) {
      answerError(deps.log, { request, response, error: toAppError(cause) });
    }
  };
}

async function readAccess(deps: Deps, request: IncomingMessage, response: ServerResponse): Promise<SignableAccess> {
  const { sessions, callerQueues, billing } = deps;
  const named = sessions.namedOf(request);
  if (named) {
    return callerQueues.run({ id: named.id, key: named.key.name }, async () => {
      const { user } = await sessions.actFor(named);
      permit(user, 'read');
      return answerAccess(billing, user);
    });
  }
  const user = await required(sessions.userOf(request, response));
  permit(user, 'read');
  return callerQueues.run(user, () => answerAccess(billing, user));
}

/** The caller's `If-None-Match` names the answer. */
function isHeld({ headers }: IncomingMessage, etag: string): boolean {
  const held = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return held.includes('*') || held.includes(etag);
}

/** GET /.well-known/jwks.json: the public keys for verifying the tokens of `access`. */
export function publicKeysRoute({ billing }: Deps) {
  return handle('internal', async (_request, response) => {
    const keys = await billing.signingKeys.published();
    response.set('cache-control', `public, max-age=${JWKS_SECONDS}`).json({ keys });
  });
}
