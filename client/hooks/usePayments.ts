import { trpc } from '../trpc.ts';

/** The reader's newest payments that moved money or failed to. */
export const NEWEST_PAYMENTS = { limit: 10, moved: true };

export function usePayments() {
  return trpc.payments.list.useQuery(NEWEST_PAYMENTS);
}
