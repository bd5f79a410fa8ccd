import { trpc } from '../trpc.ts';

/** How people sign in. null: it isn't known yet, or the service can't be reached. */
export function useLogin() {
  return trpc.session.login.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY }).data ?? null;
}
