import { trpc } from '../trpc.ts';

const NEWEST = 10;

/** The reader's newest payments that moved money or failed to. */
export function usePayments() {
  return trpc.payments.list.useQuery({ limit: NEWEST, moved: true });
}
