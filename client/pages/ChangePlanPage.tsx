import { PlanChangeSheet } from '../components/plans/change/PlanChangeSheet.tsx';
import { FormerNotice } from '../components/subscription/FormerNotice.tsx';
import { ErrorState } from '../components/ui/ErrorState.tsx';
import { PageLoading } from '../components/ui/Layout.tsx';
import { Notice } from '../components/ui/Notice.tsx';
import { Page } from '../components/ui/Page.tsx';
import { useWay } from '../hooks/useWay.ts';
import { Link } from '../router/Link.tsx';
import { usePageText } from '../text/usePageText.ts';
import { trpc } from '../trpc.ts';

/** Says what a change of plan costs and when it begins, before it is confirmed; the same with every provider. */
export function ChangePlanPage() {
  const { copy } = usePageText();
  const way = useWay();
  const current = trpc.subscription.live.useQuery();
  const plans = trpc.plans.list.useQuery(undefined, { staleTime: 60_000 });
  const failed = [current, plans].find((query) => query.isError && !query.data);
  const subscription = current.data?.live[0];
  return (
    <Page title={copy.changePlan.title} width="text">
      {failed && <ErrorState error={failed.error} retry={() => void failed.refetch()} busy={failed.isFetching} />}
      {!failed && !(current.data && plans.data) && <PageLoading />}
      {current.data && !subscription && <Notice tone="neutral" title={copy.changePlan.none} />}
      <FormerNotice subscription={subscription ?? null} />
      {plans.data && subscription && !subscription.former && (
        <PlanChangeSheet {...plans.data} subscription={subscription} />
      )}
      <p>
        <Link to={way('/dashboard')}>{copy.changePlan.back}</Link>
      </p>
    </Page>
  );
}
