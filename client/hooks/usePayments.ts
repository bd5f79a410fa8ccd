import { trpc } from '../trpc.ts';

const PAGE = 10;

/** The reader's payments, the newest first, a page at a time. */
export function usePayments() {
  return trpc.payments.list.useInfiniteQuery({ limit: PAGE }, { getNextPageParam: (page) => page.nextCursor });
}
