import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { ErrorState } from '../components/ErrorState.tsx';
import { PageLoading } from '../components/Layout.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeading } from '../components/PageHeading.tsx';
import { usePortal } from '../hooks/usePortal.ts';
import { useText } from '../text/useText.tsx';
import { trpc } from '../trpc.ts';
import { readInterval } from '../views/paths.ts';
import { isLive } from '../views/planAction.ts';
import classes from './ChangePlanPage.module.css';

/** Where a change of plan leads when the provider gives no page of its own for it. */
export function ChangePlanPage() {
  const { copy } = useText();
  const current = trpc.subscription.current.useQuery();
  return (
    <div className={classes.page}>
      <PageHeading>{copy.changePlan.title}</PageHeading>
      {current.isPending && <PageLoading />}
      {current.isError && !current.data && (
        <ErrorState error={current.error} retry={() => void current.refetch()} busy={current.isFetching} />
      )}
      {current.data &&
        (isLive(current.data.subscription) ? (
          <ChangeInPortal />
        ) : (
          <Notice tone="neutral" title={copy.changePlan.none} />
        ))}
      <p>
        <Link to="/dashboard">{copy.changePlan.back}</Link>
      </p>
    </div>
  );
}

function ChangeInPortal() {
  const { copy, planName } = useText();
  const [query] = useSearchParams();
  const portal = usePortal();
  const plan = query.get('plan');
  const interval = copy.plans.intervals[readInterval(query.get('interval'))];
  return (
    <div className={classes.sheet}>
      {portal.problem && <Notice tone="danger" title={portal.problem} />}
      {plan && <p className={classes.wanted}>{copy.changePlan.lead(planName(plan), interval)}</p>}
      <p>{copy.changePlan.text}</p>
      <div>
        <Button onClick={() => portal.openPortal('manage')} loading={portal.busy !== null}>
          {copy.actions.manageBilling}
        </Button>
      </div>
    </div>
  );
}
