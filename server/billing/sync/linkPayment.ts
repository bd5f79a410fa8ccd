import type { Adapter } from '../../adapters/adapter.ts';
import type { Applying } from '../context.ts';
import { applyEvent } from '../events/applyEvent.ts';
import { readEvent, readUnsigned } from '../events/judgeEvent.ts';

/**
 * Asks the provider which payment a reference belongs to, and applies the answer as an event: events that wait for the
 * reference are then applied too. The answer itself waits if its payment isn't known yet.
 */
export async function linkPayment(billing: Applying, adapter: Adapter, reference: string): Promise<void> {
  const told = await adapter.fetchPaymentLink?.(reference);
  if (!told) return;
  const { event, body } = readUnsigned(adapter, JSON.stringify(told));
  await applyEvent(billing, await readEvent(adapter, event, { body }));
}
