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
  const key = `${KEY}.${id}`;
  const newest = paidAfter(id, payments, null);
  useEffect(() => {
    if (status === 'past_due') return sessionStorage.setItem(key, newest?.id ?? '');
    const before = sessionStorage.getItem(key);
    if (status !== 'active' || before === null) return;
    const paid = paidAfter(id, payments, before);
    if (!paid) return;
    sessionStorage.removeItem(key);
    setTold(paid);
  }, [id, key, status, payments, newest]);
  return told;
}
