import { grantEmbedToken } from '../../billing/access/signing/embedToken.ts';
import type { Deps } from '../../deps.ts';
import { ofUser } from './ofUser.ts';

/** POST /api/payments/embed-token: lets an embedding page ask for one user, for ten minutes. */
export function embedTokenRoute(deps: Deps) {
  return ofUser(deps, async ({ user, response }) => {
    response.json(await grantEmbedToken(deps.billing, user));
  });
}
