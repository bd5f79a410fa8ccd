import type { CheckoutSession } from '../../adapters/calls.ts';
import type { Customer, Subscription } from '../../database/generated/client.ts';
import type { Applying, With } from '../context.ts';
import { asPaid } from '../records/scheduledChange.ts';
import { markIfGone } from '../sync/markIfGone.ts';
import { type CheckoutRequest, choiceQuery } from './inputs.ts';
import { withCustomer } from './withCustomer.ts';

/**
 * The destination of a subscriber who starts a checkout. Another plan is chosen on our page, which changes plans alike
 * at every provider; the current plan is managed in the portal of the subscription's own customer. null: the provider
 * no longer knows that customer, and the records now say so.
 */
export async function planChange(
  billing: Applying & With<'baseUrl'>,
  live: Subscription,
  request: CheckoutRequest,
): Promise<CheckoutSession | null> {
  const { plan, interval, quantity } = request;
  const paid = asPaid(live);
  const hasOtherSeats = quantity !== undefined && quantity !== (paid.quantity ?? 1);
  const isOther = paid.plan !== plan || paid.interval !== interval || hasOtherSeats;
  const sessionId = live.providerSubscriptionId;
  const ourPage = { url: `${billing.baseUrl}/change-plan?${choiceQuery(request)}`, sessionId };
  const adapter = billing.adapters.get(live.provider);
  const customer = await findOwnCustomer(billing, live);
  if (!adapter || !customer) return ourPage;
  if (isOther) return (await markIfGone(billing, customer)) ? null : ourPage;
  const { providerCustomerId } = customer;
  const page = await withCustomer(billing, customer, () =>
    adapter.createPortal({ providerCustomerId, returnUrl: `${billing.baseUrl}/dashboard` }),
  );
  return page && { url: page.made.url, sessionId };
}

/** A provider page opens only for a customer of the subscription's own user. */
async function findOwnCustomer(
  { database }: With<'database'>,
  { customerId, userId }: Subscription,
): Promise<Customer | null> {
  return customerId ? database.prisma.customer.findFirst({ where: { id: customerId, userId, deletedAt: null } }) : null;
}
