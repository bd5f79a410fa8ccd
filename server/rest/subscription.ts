import { required } from '../auth/session.ts';
import { permit } from '../billing/permit.ts';
import { toSubscriptionView } from '../billing/records/subscription.ts';
import type { Deps } from '../deps.ts';
import { handle } from './handle.ts';

/** GET /api/payments/subscription. */
export function subscriptionRoute({ sessions }: Deps) {
  return handle('internal', async (request, response) => {
    const { user, subscription } = await required(sessions.subscriberOf(request, response));
    permit(user, 'read');
    response.json({ subscription: subscription && toSubscriptionView(subscription) });
  });
}
