import type { Books } from '../../../core/books.ts';
import { subscriptionsOf } from '../../../core/customers.ts';
import type { Customer, Subscription } from '../../../core/records.ts';
import { ORGANIZATION_ID } from '../ids.ts';
import { iso } from '../time.ts';
import { priceId } from './product.ts';

export function liveCustomers(company: Books): Customer[] {
  return company.store.all('customers').filter(({ deletedAt }) => deletedAt === null);
}

export function customerByExternalId(company: Books, externalId: string): Customer | undefined {
  return liveCustomers(company).find((customer) => customer.externalId === externalId);
}

export const billingAddress = { line1: null, line2: null, postal_code: null, city: null, state: null, country: 'US' };

export function customer(of: Customer) {
  return {
    id: of.id,
    created_at: iso(of.createdAt),
    modified_at: iso(of.updatedAt),
    metadata: of.metadata,
    external_id: of.externalId,
    email: of.email,
    email_verified: false,
    type: 'individual',
    name: of.name,
    billing_address: of.cardId === null ? null : billingAddress,
    tax_id: null,
    locale: 'en-US',
    organization_id: ORGANIZATION_ID,
    deleted_at: iso(of.deletedAt),
    avatar_url: null,
    billing_name: of.name,
    default_payment_method_id: of.cardId,
    first_user_event_at: null,
  };
}

/** The customer of a record, even if deleted. */
export function customerOf(company: Books, { customerId }: { customerId: string }) {
  const found = company.store.get('customers', customerId);
  if (!found) throw new Error(`No customer ${customerId}`);
  return customer(found);
}

/** A customer with all active subscriptions. */
export function customerState(company: Books, of: Customer) {
  const running = subscriptionsOf(company, of.id).filter(({ status }) => status === 'active' || status === 'trialing');
  return {
    ...customer(of),
    active_subscriptions: running.map((each) => runningSubscription(company, each)),
    granted_benefits: [],
    active_meters: [],
  };
}

function runningSubscription(company: Books, of: Subscription) {
  const sold = company.price(of.priceId);
  return {
    id: of.id,
    created_at: iso(of.createdAt),
    modified_at: iso(of.updatedAt),
    custom_field_data: {},
    metadata: of.metadata,
    status: of.status,
    amount: sold.amount * of.quantity,
    currency: sold.currency.toLowerCase(),
    recurring_interval: sold.interval,
    recurring_interval_count: 1,
    current_period_start: iso(of.periodStart),
    current_period_end: iso(of.periodEnd),
    trial_start: iso(of.trialStart),
    trial_end: iso(of.trialEnd),
    cancel_at_period_end: of.cancelAt !== null,
    canceled_at: iso(of.canceledAt),
    started_at: iso(of.createdAt),
    ends_at: iso(of.cancelAt),
    product_id: of.priceId,
    price_id: priceId(sold),
    discount_id: null,
    meters: [],
  };
}
