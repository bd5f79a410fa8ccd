import { trpc } from '../trpc.ts';

const PAGE = 10;

/** The reader's payments that moved money or failed to, the newest first, a page at a time. */
export function usePayments() {
  return trpc.payments.list.useInfiniteQuery(
    { limit: PAGE, moved: true },
    { getNextPageParam: (page) => page.nextCursor },
  );
}
