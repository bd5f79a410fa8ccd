import { Skeleton } from '@mantine/core';
import { useActivation } from '../hooks/useActivation.ts';
import { usePortal } from '../hooks/usePortal.ts';
import { useText } from '../text/useText.tsx';
import { trpc } from '../trpc.ts';
import type { Purchase } from '../views/activation.ts';
import { ActivationPanel } from './ActivationPanel.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Notice } from './Notice.tsx';
import { PastDueAlert } from './PastDueAlert.tsx';
import { PlanCard } from './PlanCard.tsx';
import classes from './PlanSection.module.css';

/** The reader's plan. What could not be read is said to be so: it never shows as Free. */
export function PlanSection({ purchase }: { purchase: Purchase | null }) {
  const { copy } = useText();
  const activation = useActivation(purchase);
  return (
    <section className={classes.section} aria-labelledby="plan-heading">
      <h2 id="plan-heading">{copy.dashboard.plan}</h2>
      {purchase && activation.state !== 'done' && activation.state !== null ? (
        <ActivationPanel state={activation.state} purchase={purchase} refresh={activation.refresh} />
      ) : (
        <CurrentPlan purchase={activation.state === 'done' ? purchase : null} />
      )}
    </section>
  );
}

function CurrentPlan({ purchase }: { purchase: Purchase | null }) {
  const { copy, planName } = useText();
  const current = trpc.subscription.current.useQuery();
  const access = trpc.subscription.access.useQuery();
  const portal = usePortal();
  if (current.data && access.data) {
    const { subscription } = current.data;
    const thanks =
      purchase === 'one_time' ? copy.checkout.paid : copy.checkout.active(planName(subscription?.plan ?? ''));
    return (
      <>
        {purchase && <Notice tone="positive" title={thanks} />}
        {portal.problem && <Notice tone="danger" title={portal.problem} />}
        {subscription?.status === 'past_due' && (
          <PastDueAlert plan={subscription.plan} access={access.data} portal={portal} />
        )}
        <PlanCard subscription={subscription} access={access.data} portal={portal} />
      </>
    );
  }
  const failed = [current, access].filter((query) => query.isError);
  if (failed[0]) {
    const retry = () => failed.forEach((query) => void query.refetch());
    return <ErrorState error={failed[0].error} retry={retry} busy={failed.some((query) => query.isFetching)} />;
  }
  return <PlanCardSkeleton />;
}

function PlanCardSkeleton() {
  const { copy } = useText();
  return (
    <div className={classes.ghost} role="status" aria-busy="true" aria-label={copy.app.loading}>
      <Skeleton height={30} width="35%" />
      <Skeleton height={18} width="20%" mt={12} />
      <Skeleton height={44} mt={32} />
      <Skeleton height={42} width={170} mt={32} />
    </div>
  );
}
