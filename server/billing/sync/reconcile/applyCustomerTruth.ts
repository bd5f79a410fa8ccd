import { randomUUID } from 'node:crypto';
import type { CustomerResult } from '../../../adapters/adapter.ts';
import type { Billing } from '../../context.ts';
import type { Applied } from '../../events/applyBatch.ts';
import { applyEvent } from '../../events/applyEvent.ts';
import { toProviderEvent } from '../../events/event.ts';
import { TRUTH_TYPE } from '../settle.ts';

interface CustomerTruth {
  provider: string;
  type: 'customer.created' | 'customer.deleted';
  customer: CustomerResult;
}

/** What the provider told of a customer on our call, written as its event would be, without a time of its own. */
export function applyCustomerTruth(billing: Billing, { provider, type, customer }: CustomerTruth): Promise<Applied> {
  const event = {
    ...{ id: `truth:${randomUUID()}`, type, nativeType: TRUTH_TYPE, provider, occurredAt: null },
    ...{ data: customer, rawEvent: customer },
  };
  const body = Buffer.from(JSON.stringify(customer));
  return applyEvent(billing, toProviderEvent({ event, body, result: { customer, warnings: [] } }));
}
