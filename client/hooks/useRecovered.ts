import { useEffect, useState } from 'react';
import type { PaymentView, SubscriptionView } from '../trpc.ts';
import { paidAfter } from '../views/recovered.ts';

/** Of this tab: whoever pays leaves for the provider's page and comes back. */
const KEY = 'billing.due';

/** The payment that settled what this reader saw past due, once; null: none. */
export function useRecovered(
  { id, status }: Pick<SubscriptionView, 'id' | 'status'>,
  payments: readonly PaymentView[],
): PaymentView | null {
  const [told, setTold] = useState<PaymentView | null>(null);
  useEffect(() => {
    try {
      const paid = settledBy({ id, status }, payments);
      if (paid) setTold(paid);
    } catch {
      // Storage may be forbidden; then nothing is told.
    }
  }, [id, status, payments]);
  return told;
}

/** Notes what is paid while something is due; throws where the browser keeps nothing. */
function settledBy(
  { id, status }: Pick<SubscriptionView, 'id' | 'status'>,
  payments: readonly PaymentView[],
): PaymentView | null {
  // None: they could not be read, since one is due.
  if (payments.length === 0) return null;
  const key = `${KEY}.${id}`;
  if (status === 'past_due') sessionStorage.setItem(key, paidAfter(id, payments, null)?.id ?? '');
  const before = status === 'active' ? sessionStorage.getItem(key) : null;
  const paid = before === null ? null : paidAfter(id, payments, before);
  if (paid) sessionStorage.removeItem(key);
  return paid;
}
