import type { PaymentView, SubscriptionView } from '../trpc.ts';

export type Purchase = 'subscription' | 'one_time';
export type Activation = 'waiting' | 'done' | 'late';

/** How long a page waits for the news of a payment before it says that it takes longer. */
export const ACTIVATION_TIMEOUT_MS = 15_000;
/** How long without news before the server is made to ask the provider itself. */
export const REFRESH_AFTER_MS = 3_000;
/** A one-time purchase that is newer than this counts as the one that was just made. */
const RECENT_MS = 15 * 60_000;

interface ActivationFacts {
  purchase: Purchase;
  subscription: Pick<SubscriptionView, 'isRunning'> | null | undefined;
  payments: Pick<PaymentView, 'type' | 'status' | 'createdAt'>[] | undefined;
}

/** Whether the records show the purchase; the address's word is never taken for it. */
export function isActivated({ purchase, subscription, payments }: ActivationFacts, now: Date): boolean {
  if (purchase === 'subscription') return subscription?.isRunning === true;
  return (payments ?? []).some(
    ({ type, status, createdAt }) =>
      type === 'one_time' && status === 'succeeded' && now.getTime() - Date.parse(createdAt) < RECENT_MS,
  );
}
