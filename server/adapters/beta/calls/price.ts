import { orNullIfUnknown } from '../../http.ts';
import type { ProviderPrice } from '../../prices.ts';
import { currency, type Fields, fields, integer, key } from '../../read.ts';
import { taxIncludedIn } from '../amount.ts';
import type { Send } from '../api.ts';
import { intervalOf } from '../subscription.ts';

/** null: Creem doesn't know it. */
export async function fetchProduct(send: Send, id: string): Promise<Fields | null> {
  const answer = await orNullIfUnknown(send('GET', `/v1/products?${new URLSearchParams({ product_id: id })}`));
  return answer && fields(answer.json);
}

/** Creem sells products, each with one price. */
export async function fetchPrice(send: Send, id: string): Promise<ProviderPrice | null> {
  const product = await fetchProduct(send, id);
  return (
    product && {
      id: key(product.id) ?? id,
      product: null,
      lookupKey: null,
      minorUnits: integer(product.price) ?? null,
      currency: currency(product.currency) ?? null,
      // Creem takes units of any product.
      perSeat: null,
      taxIncluded: taxIncludedIn(product),
      interval: product.billing_type === 'onetime' ? 'one_time' : (intervalOf(product, []) ?? null),
    }
  );
}
