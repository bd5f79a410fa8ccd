import type { PlanChange, SubscriptionChange } from '../../adapter.ts';
import type { AdapterOptions } from '../../definition.ts';
import { segment } from '../../http.ts';
import { priceFor } from '../../prices.ts';
import type { Send } from '../api.ts';

interface Target {
  send: Send;
  prices: AdapterOptions['prices'];
  id: string;
}

export async function changeSubscription({ send, prices, id }: Target, change: SubscriptionChange): Promise<void> {
  const body = bodyOf(change, prices);
  await send(body ? 'PATCH' : 'DELETE', `/v1/subscriptions/${segment(id)}`, body);
}

/** undefined: a DELETE, which ends the subscription at once. */
function bodyOf(change: SubscriptionChange, prices: Target['prices']): object | undefined {
  switch (change.kind) {
    case 'cancel_at_period_end':
      return { cancel_at_period_end: true };
    case 'resume':
      return { cancel_at_period_end: false };
    case 'pause':
      return { pause_at_period_end: true };
    case 'undo_pause':
      return { pause_at_period_end: false };
    case 'unpause':
      return { resume: true };
    case 'undo':
      return { pending_update: null };
    case 'change_plan':
      return planBody(change, prices);
    case 'cancel_now':
      return undefined;
  }
}

/** Polar accepts a product or a number of seats per call, never both. */
function planBody({ plan, interval, quantity, since }: PlanChange, prices: Target['prices']): object {
  const proration_behavior = since ? 'next_period' : 'invoice';
  return quantity === undefined
    ? { product_id: priceFor(prices, plan, interval), proration_behavior }
    : { seats: quantity, proration_behavior };
}
