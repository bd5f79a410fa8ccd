import type { CheckoutSnapshot } from '../calls.ts';
import { orNullIfUnknown, segment } from '../http.ts';
import { fields } from '../read.ts';
import type { Send } from './api.ts';

/** A confirmed checkout is being charged. */
const openStatuses = ['open', 'confirmed'];

export async function fetchCheckout(send: Send, sessionId: string): Promise<CheckoutSnapshot> {
  const answer = await orNullIfUnknown(send('GET', `/v1/checkouts/${segment(sessionId)}`));
  const object = fields(answer?.json);
  if (openStatuses.includes(`${object.status}`)) return { state: 'open' };
  if (object.status !== 'succeeded') return { state: 'ended' };
  return { state: 'complete', completion: { type: 'checkout.updated', data: object } };
}
