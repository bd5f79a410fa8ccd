import type { Customer } from '../../database/generated/client.ts';
import type { Applying } from '../context.ts';
import type { Applied } from '../events/applyBatch.ts';
import { applyCustomerSnapshot } from './reconcile/applyCustomerSnapshot.ts';

/**
 * For a customer that the provider no longer knows: marks the record deleted and ends its subscriptions, like a
 * `customer.deleted` event, so that its user can buy again. Ask the provider first (`fetchCustomer`).
 */
export function markCustomerDeleted(billing: Applying, customer: Customer): Promise<Applied> {
  const { provider, providerCustomerId, userId } = customer;
  const deleted = { providerCustomerId, userId, explicit: true, deleted: true };
  return applyCustomerSnapshot(billing, { provider, type: 'customer.deleted', customer: deleted });
}
