import type { CheckoutSnapshot } from '../calls.ts';
import { orNullIfUnknown } from '../http.ts';
import { fields } from '../read.ts';
import type { Send } from './api.ts';

const openStatuses = ['pending', 'processing'];

export async function fetchCheckout(send: Send, sessionId: string): Promise<CheckoutSnapshot> {
  const query = new URLSearchParams({ checkout_id: sessionId });
  const answer = await orNullIfUnknown(send('GET', `/v1/checkouts?${query}`));
  const object = fields(answer?.json);
  if (openStatuses.includes(`${object.status}`)) return { state: 'open' };
  if (object.status !== 'completed') return { state: 'ended' };
  return { state: 'complete', completion: { eventType: 'checkout.completed', object } };
}
