import type { PortalSession } from '../../adapters/calls.ts';
import type { Customer, Subscription } from '../../database/generated/client.ts';
import { AppError } from '../../errors.ts';
import type { Billing, BillingUser, With } from '../context.ts';
import { countCall } from '../countCall.ts';
import { permit } from '../permit.ts';
import { findLiveSubscription } from './existingSubscription.ts';
import type { ManageRequest, PortalRequest } from './inputs.ts';
import { redirectAddress } from './redirects.ts';
import { withCustomer } from './withCustomer.ts';

/**
 * A billing portal session at the active provider. Checks follow the specification's order: the customer (the live
 * subscription's before others), its provider, then the request (null: its body was invalid). Throws AppError:
 * no_customer, provider_mismatch, invalid_body, forbidden, unknown_user, internal.
 */
export function openPortal(billing: Billing, user: BillingUser, request: PortalRequest | null): Promise<PortalSession> {
  const active = billing.adapter.provider;
  const choose: PortalQuestion['choose'] = (customers, live) => {
    const served = customers.filter(({ provider }) => provider === active);
    return served.find(({ id }) => id === live?.customerId) ?? served[0] ?? customers[0];
  };
  return open(billing, user, { request, choose, isServed: (provider) => provider === active });
}

/**
 * The same at the provider of the user's subscription: the active one, or one that is draining; with several
 * subscriptions, that of the named one. Throws like `openPortal`; provider_mismatch if that provider is not set up.
 */
export function manageBilling(
  billing: Billing,
  user: BillingUser,
  request: ManageRequest | null,
): Promise<PortalSession> {
  const { adapter, adapters } = billing;
  const subscriptionId = request?.subscriptionId;
  const choose: PortalQuestion['choose'] = (customers, paid) => {
    const at = (isRight: (provider: string) => boolean) => customers.find(({ provider }) => isRight(provider));
    const own = customers.find(({ id }) => id === paid?.customerId);
    if (own || subscriptionId !== undefined) return own ?? at((provider) => provider === paid?.provider);
    return at((provider) => provider === adapter.provider) ?? at((provider) => adapters.has(provider)) ?? customers[0];
  };
  return open(billing, user, { request, subscriptionId, choose, isServed: (provider) => adapters.has(provider) });
}

interface PortalQuestion {
  request: PortalRequest | null;
  /** Absent: the live one with the latest `updatedAt`. */
  subscriptionId?: string;
  /** The user's customer records, newest first; `paid` is the subscription that it is about. */
  choose(customers: readonly Customer[], paid: Subscription | null): Customer | undefined;
  /** Whether this provider's portal may be opened. */
  isServed(provider: string): boolean;
}

async function open(billing: Billing, user: BillingUser, asked: PortalQuestion): Promise<PortalSession> {
  const customer = await findCustomer(billing, user.id, asked);
  if (!customer) throw new AppError('no_customer');
  const adapter = asked.isServed(customer.provider) ? billing.adapters.get(customer.provider) : undefined;
  if (!adapter) {
    const text = `Customer provider (${customer.provider}) does not match active provider (${billing.adapter.provider})`;
    throw new AppError('provider_mismatch', { text });
  }
  const returnUrl = asked.request && redirectAddress(asked.request.returnUrl, billing);
  if (!returnUrl) throw new AppError('invalid_body');
  permit(user, 'buy');
  await countCall(billing, 'portal', user);
  const { providerCustomerId } = customer;
  const portal = await withCustomer(billing, customer, () => adapter.createPortal({ providerCustomerId, returnUrl }));
  return portal?.made ?? open(billing, user, asked);
}

async function findCustomer(
  billing: With<'adapters' | 'database' | 'now'>,
  userId: string,
  asked: PortalQuestion,
): Promise<Customer | undefined> {
  const { customer, subscription } = billing.database.prisma;
  const { subscriptionId: id, choose } = asked;
  const [customers, paid] = await Promise.all([
    customer.findMany({ where: { userId, deletedAt: null }, orderBy: { updatedAt: 'desc' } }),
    id === undefined ? findLiveSubscription(billing, userId) : subscription.findFirst({ where: { id, userId } }),
  ]);
  return choose(customers, paid);
}
