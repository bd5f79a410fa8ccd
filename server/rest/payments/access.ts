import type { Request } from 'express';
import { answerAccess } from '../../billing/access/answerAccess.ts';
import { JWKS_SECONDS } from '../../billing/access/signing/signingKeys.ts';
import type { Deps } from '../../deps.ts';
import { handle } from '../handle.ts';
import { readBy } from './ofUser.ts';

/** GET /api/payments/access: a user's current access. 304 if the caller still has the same answer. */
export function accessRoute(deps: Deps) {
  return readBy(deps, async ({ user, request, response }) => {
    const { access, etag, sign } = await answerAccess(deps.billing, user);
    response.set('etag', etag);
    if (isHeld(request, etag)) response.status(304).end();
    else response.json({ access, token: sign() });
  });
}

/** The caller's `If-None-Match` names the answer. */
function isHeld({ headers }: Request, etag: string): boolean {
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
