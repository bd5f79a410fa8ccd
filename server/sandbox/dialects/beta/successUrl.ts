import { createHmac } from 'node:crypto';
import type { Books } from '../../core/books.ts';
import type { Checkout } from '../../core/records.ts';
import { orderId } from './ids.ts';

/** The shop's success URL with the purchase as query parameters, signed with the API key. */
export function successUrl(company: Books, checkout: Checkout): string {
  const facts = {
    checkout_id: checkout.id,
    order_id: orderId(checkout),
    customer_id: checkout.customerId,
    subscription_id: checkout.subscriptionId,
    product_id: checkout.priceId,
    request_id: checkout.reference,
  };
  const given = Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== null);
  const signed = given.map(([name, value]) => `${name}=${value}`).sort();
  const signature = createHmac('sha256', company.options.secretKey).update(signed.join('&')).digest('hex');
  const url = new URL(checkout.successUrl);
  for (const [name, value] of [...given, ['signature', signature] as const]) url.searchParams.set(name, value);
  return url.href;
}
