import { trpc } from '../trpc.ts';
import type { DeskAnswers } from '../views/needs.ts';

/** Everything that may need an operator; `answers` is null until all of it could be read. */
export function useDesk() {
  const asked = {
    requests: trpc.operator.requests.useQuery(),
    duplicates: trpc.operator.duplicates.useQuery(),
    moneyBack: trpc.operator.moneyBack.useQuery(),
    returns: trpc.operator.returns.useQuery(),
    sharedAddresses: trpc.operator.sharedAddresses.useQuery(),
    jobs: trpc.operator.jobs.useQuery(),
    drift: trpc.operator.drift.useQuery(),
  };
  const all = Object.values(asked);
  const isThere = all.every(({ data }) => data !== undefined);
  const answers = Object.fromEntries(Object.entries(asked).map(([name, { data }]) => [name, data]));
  return {
    answers: isThere ? (answers as unknown as DeskAnswers) : null,
    error: all.find(({ isError, data }) => isError && data === undefined)?.error ?? null,
    busy: all.some(({ isFetching }) => isFetching),
    retry() {
      for (const one of all) if (one.isError) void one.refetch();
    },
  };
}
