import { changesInput, listChanges } from '../../billing/access/feed/accessFeed.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { handle } from '../handle.ts';

/** GET /api/payments/changes: whose access may have changed, for services with the scope `changes`. */
export function changesRoute({ sessions, billing, feedQueues, stopping }: Deps) {
  return handle('internal', async (request, response) => {
    const { name, scopes } = await sessions.serviceOf(request, response);
    if (!scopes.has('changes')) throw new AppError('forbidden');
    const asked = changesInput.safeParse(request.query);
    if (!asked.success) throw new AppError('invalid_query');
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, stopping.signal]);
    response.json(await feedQueues.run(name, () => listChanges(billing, asked.data, signal)));
  });
}
