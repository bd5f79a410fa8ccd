import { createCheckout, type NewCheckout } from '../../../core/checkout.ts';
import type { Company } from '../../../core/company.ts';
import { liveCustomer } from '../../../core/customers.ts';
import { couponByCode } from '../../../core/discounts.ts';
import { trialDays } from '../buyers.ts';
import { checkout } from '../objects/checkout.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import type { Fields } from './fields.ts';

const known = ['product_id', 'request_id', 'units', 'discount_code', 'customer', 'success_url', 'metadata'];

export const checkoutRoutes: Route[] = [
  ['post', '/v1/checkouts', create],
  ['get', '/v1/checkouts', retrieve],
];

function create({ company, body }: Call): object {
  body.only(...known, 'custom_fields');
  const priceId = body.required('product_id');
  const price = company.prices.find(({ id }) => id === priceId);
  if (!price) throw missing('Product');
  const code = body.text('discount_code');
  const coupon = code === undefined ? undefined : couponByCode(company, code);
  if (code !== undefined && !coupon) throw invalid('Discount code is not valid.');
  const buyer = readBuyer(company, body.object('customer'));
  const metadata = body.metadata();
  const granted = { trialDays: price.interval === 'one_time' ? 0 : (price.trialDays ?? 0) };
  const made = createCheckout(company, {
    priceId,
    quantity: body.integer('units', { min: 1 }) ?? 1,
    trialDays: buyer.email ? trialDays(company, granted, buyer.email) : granted.trialDays,
    ...buyer,
    couponId: coupon?.id ?? null,
    takes: { codes: true, taxId: true },
    reference: body.text('request_id') ?? null,
    metadata,
    subscriptionMetadata: metadata,
    paymentMetadata: metadata,
    successUrl: body.address('success_url') ?? company.publicUrl,
    cancelUrl: null,
  });
  return checkout(company, made);
}

/** Names the buyer by id or by email, not both. */
function readBuyer(company: Company, customer: Fields): Pick<NewCheckout, 'customerId' | 'email'> {
  customer.only('id', 'email');
  const id = customer.text('id');
  const email = customer.text('email');
  if (id && email) throw invalid('Provide either customer.id or customer.email, not both.');
  return id ? { customerId: id, email: liveCustomer(company, id).email } : { email: email ?? null };
}

function retrieve({ company, query }: Call): object {
  const found = company.store.get('checkouts', query.only('checkout_id').required('checkout_id'));
  if (!found) throw missing('Checkout');
  return checkout(company, found);
}
