import { createCheckout, type NewCheckout } from '../../../core/checkout.ts';
import type { Company } from '../../../core/company.ts';
import { addMonths, DAY_MS } from '../../../core/periods.ts';
import type { Price } from '../../../core/records.ts';
import { checkout } from '../objects/checkout.ts';
import { customerByExternalId } from '../objects/customer.ts';
import type { Call, Route } from './call.ts';
import { namedCustomer } from './customers.ts';
import { notFound, unusable } from './errors.ts';
import type { Given } from './given.ts';

const SEATS = { min: 1, max: 10_000 };
const TRIAL_COUNT = { min: 1, max: 1_000 };
const HOUR_MS = 3_600_000;

export const checkoutRoutes: Route[] = [
  ['post', '/v1/checkouts/', create, 201],
  ['get', '/v1/checkouts/:id', retrieve],
];

function create({ company, body }: Call): object {
  const product = readProduct(company, body);
  const seats = body.integer('seats', SEATS);
  const { trialDays, ...trial } = readTrial(company, body);
  const metadata = body.metadata();
  const input: NewCheckout = {
    priceId: product.id,
    quantity: seats ?? 1,
    ...(trialDays === undefined ? {} : { trialDays }),
    ...readBuyer(company, body),
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

/** Of several products the buyer would choose one; here it is the first. */
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

/** `trialDays` undefined: the product's own trial counts. */
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

function retrieve({ company, path }: Call): object {
  const found = company.store.get('checkouts', path.uuid('id') ?? '');
  if (!found) throw notFound();
  return checkout(company, found);
}
