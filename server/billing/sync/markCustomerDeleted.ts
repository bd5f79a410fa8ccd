import type { Customer } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import type { Applied } from '../events/applyBatch.ts';
import { applyCustomerSnapshot } from './reconcile/applyCustomerSnapshot.ts';

/**
 * For a customer that the provider doesn't know any more: the record is marked deleted and its subscriptions end, as
 * by a `customer.deleted` event, so that its user can buy again. Ask the provider first (`fetchCustomer`).
 */
export function markCustomerDeleted(billing: Billing, customer: Customer): Promise<Applied> {
  const { provider, providerCustomerId, userId } = customer;
  const deleted = { providerCustomerId, userId, explicit: true, deleted: true };
  return applyCustomerSnapshot(billing, { provider, type: 'customer.deleted', customer: deleted });
}
