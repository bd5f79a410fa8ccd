import { randomUUID } from 'node:crypto';
import type { CustomerResult } from '../../../adapters/adapter.ts';
import type { Applying } from '../../context.ts';
import type { Applied } from '../../events/applyBatch.ts';
import { applyEvent } from '../../events/applyEvent.ts';
import { toProviderEvent } from '../../events/event.ts';
import { SNAPSHOT_TYPE } from '../refetch.ts';

interface CustomerSnapshot {
  provider: string;
  type: 'customer.created' | 'customer.deleted';
  customer: CustomerResult;
}

/** Writes the provider's current state of a customer like an event without a time. */
export function applyCustomerSnapshot(
  billing: Applying,
  { provider, type, customer }: CustomerSnapshot,
): Promise<Applied> {
  const event = {
    id: `snapshot:${randomUUID()}`,
    type,
    nativeType: SNAPSHOT_TYPE,
    provider,
    occurredAt: null,
    data: customer,
    rawEvent: customer,
  };
  const body = Buffer.from(JSON.stringify(customer));
  return applyEvent(billing, toProviderEvent({ event, body, result: { customer, warnings: [] } }));
}
