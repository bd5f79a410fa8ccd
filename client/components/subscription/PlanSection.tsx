import type { useActivation } from '../../hooks/useActivation.ts';
import type { usePlan } from '../../hooks/usePlan.ts';
import { usePortal } from '../../hooks/usePortal.ts';
import { useSubscriptionChange } from '../../hooks/useSubscriptionChange.ts';
import { useText } from '../../text/useText.tsx';
import type { Purchase } from '../../views/activation.ts';
import type { AcceptedChange } from '../../views/planChange.ts';
import { ActivationPanel } from '../plans/ActivationPanel.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ChangeStatus } from './ChangeStatus.tsx';
import { PastDueAlert } from './PastDueAlert.tsx';
import { PlanCard } from './PlanCard.tsx';
import classes from './PlanSection.module.css';

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
  if (!plan.data) return plan.error ? <ErrorState {...plan} /> : <PlanCardSkeleton />;
  const { subscription, access } = plan.data;
  const accepted = changes.accepted ?? changed;
  return (
    <>
      {bought && !accepted && <Thanks bought={bought} plan={subscription?.plan ?? 'free'} />}
      {plan.error && <ErrorState {...plan} title={copy.errors.stale} />}
      {accepted && <ChangeStatus accepted={accepted} subscription={subscription} />}
      {changes.problem?.kind === 'resume' && <ProblemNotice problem={changes.problem} />}
      {portal.problem && <ProblemNotice problem={portal.problem} />}
      {subscription?.status === 'past_due' && <PastDueAlert plan={subscription.plan} access={access} portal={portal} />}
      <PlanCard subscription={subscription} access={access} portal={portal} changes={changes} />
    </>
  );
}

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
