import { Outlet } from 'react-router';
import { Acting } from '../components/organisation/Acting.tsx';
import { OrganisationPlan } from '../components/subscription/OrganisationPlan.tsx';
import { ErrorState } from '../components/ui/ErrorState.tsx';
import { PageLoading } from '../components/ui/Layout.tsx';
import { Page } from '../components/ui/Page.tsx';
import { useText } from '../text/useText.tsx';
import { trpc } from '../trpc.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

/** For those who pay for their organisation, the same pages as for persons; its members read what they may use. */
export function OrganisationPage() {
  const { copy } = useText();
  const { data, error, refetch, isFetching } = trpc.subscription.organisation.useQuery();
  if (data?.billing)
    return (
      <Acting>
        <Outlet />
      </Acting>
    );
  if (data)
    return (
      <Page width="text" title={copy.standing.organisationTitle}>
        <OrganisationPlan organisation={data} now={new Date()} />
      </Page>
    );
  if (data === null) return <NotFoundPage />;
  return error ? <ErrorState error={error} retry={() => void refetch()} busy={isFetching} /> : <PageLoading />;
}
