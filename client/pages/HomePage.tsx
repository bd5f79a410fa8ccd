import { ErrorState } from '../components/ui/ErrorState.tsx';
import { PageLoading } from '../components/ui/Layout.tsx';
import { Navigate } from '../router/Router.tsx';
import { trpc } from '../trpc.ts';

export function HomePage() {
  const me = trpc.session.me.useQuery();
  if (me.data !== undefined) return <Navigate to={me.data ? '/dashboard' : '/pricing'} />;
  if (me.isError) return <ErrorState error={me.error} retry={() => void me.refetch()} busy={me.isFetching} />;
  return <PageLoading />;
}
