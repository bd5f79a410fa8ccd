import type { PlanTerms, SubscriptionChange } from '../../adapter.ts';
import type { AdapterOptions } from '../../definition.ts';
import { segment } from '../../http.ts';
import { priceFor } from '../../prices.ts';
import { fields, key, list } from '../../read.ts';
import type { Send } from '../api.ts';

interface Target {
  send: Send;
  prices: AdapterOptions['prices'];
  id: string;
}

type Proration = 'proration-charge-immediately' | 'proration-none';

/**
 * docs.creem.io/features/subscriptions/managing: the price changes at once; the behaviour decides what is charged for
 * it.
 */
export async function changeSubscription(target: Target, change: SubscriptionChange): Promise<void> {
  switch (change.kind) {
    case 'cancel_at_period_end':
      return act(target, 'cancel', { mode: 'scheduled' });
    case 'cancel_now':
      return act(target, 'cancel', { mode: 'immediate' });
    case 'pause':
      return act(target, 'pause');
    // One call undoes any scheduled change, and ends a pause.
    case 'resume':
    case 'unpause':
    case 'undo_pause':
      return act(target, 'resume');
    case 'undo':
      return setProduct(target, { ...sold(target, change.back), proration: 'proration-none' });
    case 'change_plan': {
      const proration = change.since ? 'proration-none' : 'proration-charge-immediately';
      return setProduct(target, { ...sold(target, { ...change, priceId: null }), proration });
    }
  }
}

async function act({ send, id }: Omit<Target, 'prices'>, name: string, body?: object): Promise<void> {
  await send('POST', `/v1/subscriptions/${segment(id)}/${name}`, body);
}

interface Sold {
  product_id: string;
  quantity: number | undefined;
}

function sold({ prices }: Target, { plan, interval, quantity, priceId }: PlanTerms & { priceId: string | null }): Sold {
  return { product_id: priceId ?? priceFor(prices, plan, interval), quantity };
}

async function setProduct({ send, id }: Target, change: Sold & { proration: Proration }): Promise<void> {
  const { product_id, quantity, proration: update_behavior } = change;
  if (quantity === undefined) return act({ send, id }, 'upgrade', { product_id, update_behavior });
  const { json } = await send('GET', `/v1/subscriptions?${new URLSearchParams({ subscription_id: id })}`);
  const item = key(fields(list(fields(json).items)[0]).id);
  if (!item) throw new Error('The subscription has no item to change');
  const items = [{ id: item, product_id, units: quantity }];
  await send('POST', `/v1/subscriptions/${segment(id)}`, { items, update_behavior });
}
