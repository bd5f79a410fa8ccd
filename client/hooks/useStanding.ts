import { type AccessView, type LiveSubscriptions, trpc } from '../trpc.ts';
import type { Standing } from '../views/planAction.ts';
import { shownOf } from './usePlan.ts';

/** What the reader has already. `known` is null until it could be read: then nothing may be offered. */
export function useStanding() {
  const me = trpc.session.me.useQuery();
  const signedIn = Boolean(me.data);
  const own = trpc.subscription.live.useQuery(undefined, { enabled: signedIn });
  const access = trpc.subscription.access.useQuery(undefined, { enabled: signedIn });
  const queries = signedIn ? [me, own, access] : [me];
  return {
    known: standingOf(me.data, own.data, access.data),
    error: queries.find((query) => query.isError && !query.data)?.error ?? null,
    busy: queries.some((query) => query.isFetching),
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

function standingOf(
  me: object | null | undefined,
  own: LiveSubscriptions | undefined,
  access: AccessView | undefined,
): Standing | null {
  if (me === null) return { signedIn: false, subscription: null, proven: false, trialAvailable: true, access: null };
  if (!me || !own || !access) return null;
  const { trialAvailable, trialNeedsProof } = access;
  return {
    signedIn: true,
    subscription: shownOf(own)[0] ?? null,
    proven: own.proven,
    trialAvailable,
    trialNeedsProof,
    access,
  };
}
