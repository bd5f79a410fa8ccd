import type { ReactNode } from 'react';
import { NotFoundPage } from '../../pages/NotFoundPage.tsx';
import { useText } from '../../text/useText.tsx';
import { trpc } from '../../trpc.ts';
import { OrganisationPlan } from '../subscription/OrganisationPlan.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageLoading } from '../ui/Layout.tsx';
import { Page } from '../ui/Page.tsx';
import { Acting } from './Acting.tsx';

/** For those who pay for their organisation, the same pages as for persons; its members read what they may use. */
export function OrganisationPage({ children }: { children: ReactNode }) {
  const { copy } = useText();
  const { data, error, refetch, isFetching } = trpc.subscription.organisation.useQuery();
  if (data?.billing) return <Acting>{children}</Acting>;
  if (data)
    return (
      <Page width="text" title={copy.standing.organisationTitle}>
        <OrganisationPlan organisation={data} now={new Date()} />
      </Page>
    );
  if (data === null) return <NotFoundPage />;
  return error ? <ErrorState error={error} retry={() => void refetch()} busy={isFetching} /> : <PageLoading />;
}
