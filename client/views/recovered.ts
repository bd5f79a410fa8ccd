import type { PaymentView } from '../trpc.ts';

type Paid = Pick<PaymentView, 'id' | 'subscriptionId' | 'status'>;

/** A subscription's newest payment that went through, unless it is the one known before; `payments`: newest first. */
export function paidAfter<T extends Paid>(id: string, payments: readonly T[], before: string | null): T | null {
  const newest = payments.find(({ subscriptionId, status }) => subscriptionId === id && status === 'succeeded');
  return newest && newest.id !== before ? newest : null;
}
