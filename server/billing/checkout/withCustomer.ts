import type { Customer } from '../../database/generated/client.ts';
import type { Applying } from '../context.ts';
import { markIfGone } from '../sync/markIfGone.ts';

/**
 * Calls the provider for one of its customers; null: the provider no longer knows the customer, and the record now says
 * so. Otherwise rejects with the provider's own refusal.
 */
export async function withCustomer<T>(
  billing: Applying,
  customer: Customer,
  work: () => Promise<T>,
): Promise<{ made: T } | null> {
  try {
    return { made: await work() };
  } catch (error) {
    if (!mayMeanUnknown(error)) throw error;
    if (await markIfGone(billing, customer)) return null;
    throw error;
  }
}

/** Providers answer 400, 404, 410 or 422 if a call names a customer that is gone. */
function mayMeanUnknown(error: unknown): boolean {
  return [400, 404, 410, 422].includes((Object(error) as { status?: number }).status ?? 0);
}
