import type { Adapter } from '../../adapters/adapter.ts';
import type { CheckoutSession } from '../../adapters/calls.ts';
import type { Customer, Subscription } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import { markIfGone } from '../sync/markIfGone.ts';
import type { CheckoutRequest } from './inputs.ts';
import { withCustomer } from './withCustomer.ts';

/**
 * The page on which a subscriber changes the plan: the provider's for the subscription's own customer, else ours. null:
 * the provider doesn't know that customer any more, and the records say so now.
 */
export async function planChange(
  billing: Billing,
  live: Subscription,
  request: CheckoutRequest,
): Promise<CheckoutSession | null> {
  const { plan, interval } = request;
  const sessionId = live.providerSubscriptionId;
  const ourPage = { url: `${billing.baseUrl}/change-plan?${new URLSearchParams({ plan, interval })}`, sessionId };
  const adapter = billing.adapters.get(live.provider);
  const customer = await findOwnCustomer(billing, live);
  if (!adapter || !customer) return ourPage;
  const page = await withCustomer(billing, customer, () =>
    providerPage({ adapter, live, customer, returnUrl: `${billing.baseUrl}/dashboard` }, request),
  );
  if (page?.made) return { url: page.made.url, sessionId };
  return page === null || (await markIfGone(billing, customer)) ? null : ourPage;
}

/** A page of the provider's opens for a customer of the subscription's own user alone. */
async function findOwnCustomer({ database }: Billing, { customerId, userId }: Subscription): Promise<Customer | null> {
  return customerId ? database.prisma.customer.findFirst({ where: { id: customerId, userId, deletedAt: null } }) : null;
}

interface Place {
  adapter: Adapter;
  live: Subscription;
  customer: Customer;
  returnUrl: string;
}

function providerPage({ adapter, live, customer, returnUrl }: Place, { plan, interval }: CheckoutRequest) {
  const place = { providerCustomerId: customer.providerCustomerId, returnUrl };
  return live.plan === plan && live.interval === interval
    ? adapter.createPortal(place)
    : adapter.createPlanChange({ ...place, providerSubscriptionId: live.providerSubscriptionId, plan, interval });
}
