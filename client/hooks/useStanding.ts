import { trpc } from '../trpc.ts';
import type { Standing } from '../views/planAction.ts';

/** What the reader has already. `standing` is absent while it is unknown: then nothing may be offered. */
export function useStanding() {
  const me = trpc.session.me.useQuery();
  const signedIn = Boolean(me.data);
  const current = trpc.subscription.current.useQuery(undefined, { enabled: signedIn });
  const access = trpc.subscription.access.useQuery(undefined, { enabled: signedIn });
  const queries = signedIn ? [me, current, access] : [me];
  return {
    standing: standingOf(me.data, current.data, access.data),
    error: queries.find((query) => query.isError)?.error ?? null,
    busy: queries.some((query) => query.isFetching),
    retry: () => queries.filter((query) => query.isError).forEach((query) => void query.refetch()),
  };
}

function standingOf(
  me: object | null | undefined,
  current: { subscription: Standing['subscription'] } | undefined,
  access: { trialAvailable: boolean } | undefined,
): Standing | undefined {
  if (me === null) return { signedIn: false, subscription: null, trialAvailable: true };
  if (!me || !current || !access) return undefined;
  return { signedIn: true, subscription: current.subscription, trialAvailable: access.trialAvailable };
}
