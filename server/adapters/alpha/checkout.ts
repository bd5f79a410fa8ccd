import type Stripe from 'stripe';
import type { CheckoutSnapshot } from '../calls.ts';
import { orNullIfUnknown, resourceId, wireFields } from './api.ts';

export async function fetchCheckout(stripe: Stripe, sessionId: string): Promise<CheckoutSnapshot> {
  const session = await orNullIfUnknown(stripe.checkout.sessions.retrieve(resourceId(sessionId)));
  if (session?.status === 'open') return { state: 'open' };
  if (session?.status !== 'complete') return { state: 'ended' };
  return {
    state: 'complete',
    completion: { type: 'checkout.session.completed', data: { object: wireFields(session) } },
  };
}

export async function endCheckout(stripe: Stripe, sessionId: string): Promise<void> {
  await stripe.checkout.sessions.expire(resourceId(sessionId));
}
