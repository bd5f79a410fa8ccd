import { createCheckout, type NewCheckout } from '../../../core/checkout.ts';
import type { Company } from '../../../core/company.ts';
import { addMonths, DAY_MS } from '../../../core/periods.ts';
import type { Checkout, Price } from '../../../core/records.ts';
import { checkout, statuses } from '../objects/checkout.ts';
import { customerByExternalId } from '../objects/customer.ts';
import type { Call, Route } from './call.ts';
import { namedCustomer } from './customers.ts';
import { notFound, notOpen, unusable } from './errors.ts';
import type { Given } from './given.ts';
import { page } from './page.ts';

const SEATS = { min: 1, max: 10_000 };
const TRIAL_COUNT = { min: 1, max: 1_000 };
const HOUR_MS = 3_600_000;

export const checkoutRoutes: Route[] = [
  ['post', '/v1/checkouts/', create, 201],
  ['get', '/v1/checkouts/', search],
  ['get', '/v1/checkouts/:id', retrieve],
  ['patch', '/v1/checkouts/:id', update],
];

function create({ company, body }: Call): object {
  const product = readProduct(company, body);
  const seats = body.integer('seats', SEATS);
  if (seats !== undefined && product.perSeat === false)
    throw body.problem('seats', 'value_error', 'Seats can only be set for products with seat-based pricing');
  const { trialDays, ...trial } = readTrial(company, body);
  const metadata = body.metadata();
  const input: NewCheckout = {
    priceId: product.id,
    quantity: seats ?? 1,
    ...(trialDays === undefined ? {} : { trialDays }),
    ...readBuyer(company, body),
    couponId: readDiscount(company, body),
    takes: { codes: body.flag('allow_discount_codes') ?? true, taxId: true },
    metadata,
    subscriptionMetadata: metadata,
    paymentMetadata: metadata,
    customerMetadata: body.metadata('customer_metadata'),
    successUrl: body.address('success_url') ?? `${company.publicUrl}/`,
    cancelUrl: body.address('return_url') ?? null,
    expiresAt: company.clock.now() + HOUR_MS,
    extra: { ...trial, seats: seats !== undefined },
  };
  return checkout(company, createCheckout(company, input));
}

/** With several products the buyer would choose one; the sandbox takes the first. */
function readProduct(company: Company, body: Given): Price {
  const ids = body.texts('products');
  if (ids.length === 0) throw body.problem('products', 'missing', 'Field required');
  const sold = ids.map((id, index) => {
    const price = company.prices.find((candidate) => candidate.id === id);
    if (!price) throw unusable(['body', 'products', index], 'Product does not exist.', id);
    return price;
  });
  return sold[0] as Price;
}

function readBuyer(company: Company, body: Given): Partial<NewCheckout> {
  const customerExternalId = body.text('external_customer_id') ?? body.text('customer_external_id') ?? null;
  const known = body.has('customer_id')
    ? namedCustomer(company, body)
    : customerExternalId !== null && customerByExternalId(company, customerExternalId);
  const email = body.text('customer_email') ?? null;
  if (known) return { customerId: known.id, email: known.email, customerExternalId: known.externalId };
  return { customerExternalId, email };
}

/** `trialDays` undefined: the product's own trial applies. */
function readTrial(company: Company, body: Given) {
  const allowTrial = body.flag('allow_trial') ?? true;
  const trialInterval = body.oneOf('trial_interval', ['day', 'week', 'month', 'year']);
  const trialIntervalCount = body.integer('trial_interval_count', TRIAL_COUNT);
  if ((trialInterval === undefined) !== (trialIntervalCount === undefined)) {
    throw unusable(['body'], 'trial_interval and trial_interval_count go together', trialInterval);
  }
  if (!allowTrial) return { allowTrial, trialDays: 0 };
  if (trialInterval === undefined || trialIntervalCount === undefined) return { allowTrial };
  const trialDays = daysOf(trialInterval, trialIntervalCount, company.clock.now());
  return { allowTrial, trialInterval, trialIntervalCount, trialDays };
}

function daysOf(interval: 'day' | 'week' | 'month' | 'year', count: number, now: number): number {
  if (interval === 'day') return count;
  if (interval === 'week') return count * 7;
  return Math.round((addMonths(now, interval === 'year' ? 12 * count : count) - now) / DAY_MS);
}

function readDiscount(company: Company, body: Given): string | null {
  const id = body.uuid('discount_id');
  if (id === undefined) return null;
  if (!company.store.get('coupons', id)?.active)
    throw unusable(['body', 'discount_id'], 'Discount does not exist.', id);
  return id;
}

function find({ company, path }: Call): Checkout {
  const found = company.store.get('checkouts', path.uuid('id') ?? '');
  if (!found) throw notFound();
  return found;
}

function retrieve(call: Call): object {
  return checkout(call.company, find(call));
}

function search({ company, query }: Call): object {
  const customers = query.texts('customer_id');
  const wanted = query.texts('status');
  const found = company.store
    .all('checkouts')
    .filter(({ customerId }) => customers.length === 0 || customers.includes(customerId ?? ''))
    .filter(({ status }) => wanted.length === 0 || wanted.includes(statuses[status]));
  return page(found, query, (each) => checkout(company, each));
}

/** A shop can change an open checkout's email address, discount and metadata. */
function update(call: Call): object {
  const { company, body } = call;
  const { id, ...before } = find(call);
  if (before.status !== 'open') throw notOpen();
  const odd = ['product_id', 'product_price_id', 'amount', 'seats', 'trial_interval'].find((name) => body.has(name));
  if (odd) throw body.problem(odd, 'value_error', 'The sandbox keeps what a checkout sells');
  const email = body.text('customer_email') ?? before.email;
  if (email !== null) company.dialect.refuseBuyer?.(company, { id, ...before }, email);
  const couponId = body.has('discount_id') ? readDiscount(company, body) : before.couponId;
  const metadata = body.has('metadata') ? body.metadata() : before.metadata;
  return checkout(company, company.store.update('checkouts', id, { email, couponId, metadata }));
}
