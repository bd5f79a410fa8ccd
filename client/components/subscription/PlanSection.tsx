import type { useActivation } from '../../hooks/useActivation.ts';
import type { usePlan } from '../../hooks/usePlan.ts';
import { usePortal } from '../../hooks/usePortal.ts';
import { useSubscriptionChange } from '../../hooks/useSubscriptionChange.ts';
import { useText } from '../../text/useText.tsx';
import { type SubscriptionView, trpc } from '../../trpc.ts';
import type { Purchase } from '../../views/activation.ts';
import type { AcceptedChange } from '../../views/planChange.ts';
import { ActivationPanel } from '../plans/ActivationPanel.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ChangeStatus } from './ChangeStatus.tsx';
import { FormerNotice } from './FormerNotice.tsx';
import { PastDueAlert } from './PastDueAlert.tsx';
import { PlanCard } from './PlanCard.tsx';
import classes from './PlanSection.module.css';
import { ConfirmPayment } from './payments/ConfirmPayment.tsx';
import { ScheduledChange } from './ScheduledChange.tsx';
import { SeveralSubscriptions } from './SeveralSubscriptions.tsx';

interface PlanSectionProps {
  plan: ReturnType<typeof usePlan>;
  activation: ReturnType<typeof useActivation>;
  /** A change that was made on the page before. */
  changed: AcceptedChange | null;
}

/** The reader's plan. What could not be read is said to be so: it never shows as Free. */
export function PlanSection({ plan, activation, changed }: PlanSectionProps) {
  const { copy } = useText();
  const { state, purchase, error, refresh } = activation;
  return (
    <section className="stack" aria-labelledby="plan-heading">
      <h2 id="plan-heading">{copy.dashboard.plan}</h2>
      {state === 'waiting' || state === 'late' ? (
        <ActivationPanel state={state} purchase={purchase} error={error} refresh={refresh} />
      ) : (
        <CurrentPlan plan={plan} bought={state === 'done' ? purchase : null} changed={changed} />
      )}
    </section>
  );
}

function CurrentPlan({ plan, bought, changed }: Omit<PlanSectionProps, 'activation'> & { bought: Purchase | null }) {
  const { copy } = useText();
  const portal = usePortal();
  const changes = useSubscriptionChange();
  const { data: several } = trpc.subscription.live.useQuery();
  if (!plan.data) return plan.error ? <ErrorState {...plan} /> : <PlanCardSkeleton />;
  const { access } = plan.data;
  const live = several?.live ?? [];
  const subscription = shownOf(plan.data.subscription, live);
  const accepted = changes.accepted ?? changed;
  return (
    <>
      {bought && !accepted && <Thanks bought={bought} plan={subscription?.plan ?? 'free'} />}
      {plan.error && <ErrorState {...plan} title={copy.errors.stale} />}
      {accepted && <ChangeStatus accepted={accepted} subscription={subscription} />}
      {changes.problem && !isAskedFirst(changes.problem.kind) && <ProblemNotice problem={changes.problem} />}
      {subscription?.scheduledChange && <ScheduledChange subscription={subscription} changes={changes} />}
      <FormerNotice subscription={subscription} />
      {portal.problem && <ProblemNotice problem={portal.problem} />}
      <ConfirmPayment />
      {subscription?.status === 'past_due' && (
        <PastDueAlert subscription={subscription} access={access} portal={portal} />
      )}
      {several && <SeveralSubscriptions {...several} />}
      <PlanCard
        subscription={subscription}
        access={access}
        portal={portal}
        changes={changes}
        isOnly={several !== undefined && live.every(({ id }) => id === subscription?.id)}
      />
    </>
  );
}

/** What ended later never hides what is live; of several live ones, that which a change would change. */
function shownOf(latest: SubscriptionView | null, live: readonly SubscriptionView[]): SubscriptionView | null {
  if (latest?.isLive) return latest;
  return live.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0] ?? latest;
}

/** Its dialog says what went wrong. */
const isAskedFirst = (kind: string) => kind === 'cancel_at_period_end' || kind === 'pause';

function Thanks({ bought, plan }: { bought: Purchase; plan: string }) {
  const { copy, planName } = useText();
  return (
    <Notice tone="positive" title={bought === 'one_time' ? copy.checkout.paid : copy.checkout.active(planName(plan))} />
  );
}

function PlanCardSkeleton() {
  const { copy } = useText();
  return (
    <div className={`card ${classes.ghost}`} role="status" aria-busy="true" aria-label={copy.app.loading}>
      <Skeleton height={30} width="35%" />
      <Skeleton height={18} width="20%" above={12} />
      <Skeleton height={44} above={32} />
      <Skeleton height={42} width={170} above={32} />
    </div>
  );
}
