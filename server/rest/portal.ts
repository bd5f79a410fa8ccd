import { required } from '../auth/session.ts';
import { portalInput } from '../billing/checkout/inputs.ts';
import { openPortal } from '../billing/checkout/openPortal.ts';
import type { Deps } from '../deps.ts';
import { tellUnknownKeys } from '../http/callersMistakes.ts';
import { readJson } from './body.ts';
import { handle } from './handle.ts';

/** POST /api/payments/portal. An empty body is valid. */
export function portalRoute({ sessions, billing, bodies, callerQueues, log }: Deps) {
  return handle('internal', async (request, response) => {
    const user = await required(sessions.userOf(request, response));
    const body = await readJson(bodies, { request, response });
    tellUnknownKeys(log, body, { known: portalInput.shape, path: request.path });
    const input = portalInput.safeParse(body === undefined ? {} : body);
    const wanted = input.success ? input.data : null;
    response.json(await callerQueues.run(user, () => openPortal(billing, user, wanted)));
  });
}
