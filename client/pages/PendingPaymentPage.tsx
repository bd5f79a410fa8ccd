import { useState } from 'react';
import { PendingChoice } from '../components/plans/PendingChoice.tsx';
import { ErrorState } from '../components/ui/ErrorState.tsx';
import { PageLoading } from '../components/ui/Layout.tsx';
import { Notice } from '../components/ui/Notice.tsx';
import { Page } from '../components/ui/Page.tsx';
import { useWay } from '../hooks/useWay.ts';
import { Link } from '../router/Link.tsx';
import { useSearchParams } from '../router/Router.tsx';
import { usePageText } from '../text/usePageText.ts';
import { trpc } from '../trpc.ts';
import { readInterval } from '../views/paths.ts';
import { readSeats } from '../views/seats.ts';

/** Who would buy while a first payment is awaited chooses: to wait for it, or to end it. */
export function PendingPaymentPage() {
  const { copy } = usePageText();
  const way = useWay();
  const [query] = useSearchParams();
  const own = trpc.subscription.live.useQuery();
  const now = own.data?.awaited[0];
  const [first, setFirst] = useState(now);
  if (now && !first) setFirst(now);
  // What is being ended here stays until its page is left; what was paid meanwhile does not.
  const awaited = now ?? (own.data?.live.length === 0 ? first : undefined);
  const wanted = {
    plan: query.get('plan') ?? awaited?.plan ?? '',
    interval: readInterval(query.get('interval')),
    seats: readSeats(query.get('seats')) ?? undefined,
  };
  return (
    <Page title={copy.pendingPayment.title} width="text">
      {own.isError && !own.data && (
        <ErrorState error={own.error} retry={() => void own.refetch()} busy={own.isFetching} />
      )}
      {own.isPending && <PageLoading />}
      {own.data && !awaited && <Notice tone="neutral" title={copy.pendingPayment.none} />}
      {awaited && <PendingChoice awaited={awaited} wanted={wanted} />}
      <p>
        <Link to={way('/dashboard')}>{copy.changePlan.back}</Link>
      </p>
    </Page>
  );
}
