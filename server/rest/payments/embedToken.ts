import { embedInput, grantEmbedToken, mayGrant } from '../../billing/access/signing/embedToken.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { problemIn } from '../../http/callersMistakes.ts';
import { readJson } from '../body.ts';
import { ofUser } from './ofUser.ts';

/** POST /api/payments/embed-token: lets an embedding page ask for one user, for ten minutes. */
export function embedTokenRoute(deps: Deps) {
  const { billing, bodies, settings } = deps;
  return ofUser(deps, async ({ user, request, response }) => {
    mayGrant(user);
    const input = embedInput.safeParse((await readJson(bodies, { request, response })) ?? {});
    if (!input.success) throw new AppError('invalid_body', { reason: problemIn(input.error) });
    response.json(await grantEmbedToken({ ...billing, embedOrigins: settings.embedOrigins }, user, input.data));
  });
}
