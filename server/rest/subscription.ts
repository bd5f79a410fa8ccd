import { required } from '../auth/session.ts';
import { toSubscriptionView } from '../billing/records/subscription.ts';
import type { Deps } from '../deps.ts';
import { handle } from './handle.ts';

/** GET /api/payments/subscription. */
export function subscriptionRoute({ sessions }: Deps) {
  return handle('internal', async (request, response) => {
    const { subscription } = await required(sessions.subscriberOf(request, response));
    response.json({ subscription: subscription && toSubscriptionView(subscription) });
  });
}
