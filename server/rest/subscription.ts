import { requireUser } from '../auth/session.ts';
import { currentSubscription } from '../billing/currentSubscription.ts';
import type { Deps } from '../deps.ts';
import { handle } from './handle.ts';

/** GET /api/payments/subscription. */
export function subscriptionRoute({ auth, billing }: Deps) {
  return handle('internal', async (request, response) => {
    const user = await requireUser(auth, request, response);
    response.json({ subscription: await currentSubscription(billing, user.id) });
  });
}
