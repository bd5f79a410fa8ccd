import { randomUUID } from 'node:crypto';
import type { Customer } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import type { Applied } from '../events/applyEvents.ts';
import { applyEvent } from '../events/applyWaiting.ts';
import { toEventWrite } from '../events/eventWrite.ts';
import { TRUTH_TYPE } from './settle.ts';

/**
 * For a customer that the provider doesn't know any more: the record is marked deleted and its subscriptions end, as
 * by a `customer.deleted` event, so that its user can buy again. Ask the provider first (`fetchCustomer`).
 */
export function markCustomerDeleted(
  billing: Billing,
  { provider, providerCustomerId, userId }: Customer,
): Promise<Applied> {
  const customer = { providerCustomerId, userId, explicit: true, deleted: true };
  const event = {
    ...{ id: `truth:${randomUUID()}`, type: 'customer.deleted' as const, nativeType: TRUTH_TYPE, provider },
    ...{ occurredAt: null, data: customer, rawEvent: customer },
  };
  const body = Buffer.from(JSON.stringify(customer));
  return applyEvent(billing, toEventWrite({ event, body, result: { customer, warnings: [] } }));
}
