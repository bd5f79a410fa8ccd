import { trpc } from '../trpc.ts';

/** The reader's subscription and what it lets one use; both or neither, so that the page never shows half the truth. */
export function usePlan() {
  const current = trpc.subscription.current.useQuery();
  const access = trpc.subscription.access.useQuery();
  const queries = [current, access];
  return {
    data: current.data && access.data && { subscription: current.data.subscription, access: access.data },
    error: queries.find((query) => query.isError)?.error ?? null,
    busy: queries.some((query) => query.isFetching),
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
