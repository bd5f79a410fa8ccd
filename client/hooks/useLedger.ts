import { useEffect, useState } from 'react';
import { trpc } from '../trpc.ts';
import { yearsOf } from '../views/ledger/years.ts';
import { withPending } from '../views/payments.ts';

const PAGE = 50;

/** The reader's payments by whole years: the newest at once, an older one each time that `older` is called. */
export function useLedger() {
  const [wanted, setWanted] = useState(1);
  const pages = trpc.payments.list.useInfiniteQuery(
    { limit: PAGE, moved: true },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const own = trpc.subscription.live.useQuery();
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const known = pages.data?.pages.flatMap((page) => page.payments);
  const years = known && own.data && yearsOf(withPending(known, own.data.awaited), !hasNextPage);
  const lacks = years !== undefined && years.length < wanted && hasNextPage;
  useEffect(() => {
    if (lacks && !isFetching && !isError) void fetchNextPage();
  }, [lacks, isFetching, isError, fetchNextPage]);
  return {
    years: years?.slice(0, wanted),
    live: own.data?.live ?? [],
    /** Older years are there; null: none is. */
    older: years && (years.length > wanted || hasNextPage) ? () => setWanted(wanted + 1) : null,
    loading: lacks || isFetching,
    error: pages.error ?? own.error,
    retry() {
      if (isError) void (pages.isFetchNextPageError ? fetchNextPage() : pages.refetch());
      if (own.isError) void own.refetch();
    },
  };
}
