import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useLocation } from '../../router/Router.tsx';
import { trpc } from '../../trpc.ts';
import { accountPath } from '../../views/paths.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageLoading } from '../ui/Layout.tsx';

/** Pages for signed-in people. A session that ends while one is open asks to sign in, and comes back here. */
export function RequireUser({ children }: { children: ReactNode }) {
  const me = trpc.session.me.useQuery();
  const { pathname, search } = useLocation();
  const hadUser = useRef(false);
  useEffect(() => {
    if (me.data) hadUser.current = true;
  }, [me.data]);
  if (me.data) return children;
  if (me.data === null) return <Navigate to={accountPath('sign-in', `${pathname}${search}`, hadUser.current)} />;
  if (me.isError) return <ErrorState error={me.error} retry={() => void me.refetch()} busy={me.isFetching} />;
  return <PageLoading />;
}
