import type { ProviderPrice } from '../../calls.ts';
import { orNullIfUnknown } from '../../http.ts';
import { currency, fields, integer, key } from '../../read.ts';
import type { Send } from '../api.ts';
import { intervalOf } from '../subscription.ts';

/** Creem sells products, each with one price. */
export async function fetchPrice(send: Send, id: string): Promise<ProviderPrice | null> {
  const answer = await orNullIfUnknown(send('GET', `/v1/products?${new URLSearchParams({ product_id: id })}`));
  if (!answer) return null;
  const product = fields(answer.json);
  return {
    id: key(product.id) ?? id,
    product: null,
    lookupKey: null,
    minorUnits: integer(product.price) ?? null,
    currency: currency(product.currency) ?? null,
    interval: product.billing_type === 'onetime' ? 'one_time' : (intervalOf(product, []) ?? null),
  };
}
