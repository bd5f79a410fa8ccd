import type { Adapter } from '../../adapters/adapter.ts';
import type { Billing } from '../context.ts';
import { applyEvent } from '../events/applyEvent.ts';
import { readEvent, readUnsigned } from '../events/judgeEvent.ts';

/**
 * Asks the provider whose a payment's reference is, and applies its answer as an event: what waits for the reference is
 * applied with it, and it waits itself for a payment that isn't known yet.
 */
export async function linkPayment(billing: Billing, adapter: Adapter, reference: string): Promise<void> {
  const told = await adapter.fetchPaymentLink?.(reference);
  if (!told) return;
  const { event, body } = readUnsigned(adapter, JSON.stringify(told));
  await applyEvent(billing, await readEvent(adapter, event, { body }));
}
