import { trpc } from '../trpc.ts';
import type { Standing } from '../views/planAction.ts';

/** What the reader has already. `known` is null until it could be read: then nothing may be offered. */
export function useStanding() {
  const me = trpc.session.me.useQuery();
  const signedIn = Boolean(me.data);
  const current = trpc.subscription.current.useQuery(undefined, { enabled: signedIn });
  const access = trpc.subscription.access.useQuery(undefined, { enabled: signedIn });
  const queries = signedIn ? [me, current, access] : [me];
  return {
    known: standingOf(me.data, current.data, access.data),
    error: queries.find((query) => query.isError && !query.data)?.error ?? null,
    busy: queries.some((query) => query.isFetching),
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

function standingOf(
  me: object | null | undefined,
  current: { subscription: Standing['subscription'] } | undefined,
  access: { trialAvailable: boolean } | undefined,
): Standing | null {
  if (me === null) return { signedIn: false, subscription: null, trialAvailable: true };
  if (!me || !current || !access) return null;
  return { signedIn: true, subscription: current.subscription, trialAvailable: access.trialAvailable };
}
