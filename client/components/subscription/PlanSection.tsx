import type { useActivation } from '../../hooks/useActivation.ts';
import type { usePlan } from '../../hooks/usePlan.ts';
import { usePortal } from '../../hooks/usePortal.ts';
import type { ProviderCheck } from '../../hooks/useProviderCheck.ts';
import { useSubscriptionChange } from '../../hooks/useSubscriptionChange.ts';
import { usePageText } from '../../text/usePageText.ts';
import type { SubscriptionView } from '../../trpc.ts';
import type { Purchase } from '../../views/activation.ts';
import { besideOf } from '../../views/beside.ts';
import type { AcceptedChange } from '../../views/planChange.ts';
import { mayThank } from '../../views/thanks.ts';
import { ActivationPanel } from '../plans/ActivationPanel.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Heading } from '../ui/Heading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { OnePlan } from './OnePlan.tsx';
import { OrganisationPlan } from './OrganisationPlan.tsx';
import { PlanCard } from './PlanCard.tsx';
import { ConfirmPayment } from './payments/ConfirmPayment.tsx';
import { SeveralSubscriptions } from './several/SeveralSubscriptions.tsx';

interface PlanSectionProps {
  plan: ReturnType<typeof usePlan>;
  check: ProviderCheck;
  activation: ReturnType<typeof useActivation>;
  /** A change that was made on the page before. */
  changed: AcceptedChange | null;
}

/** The reader's plan. What could not be read is said to be so: it never shows as Free. */
export function PlanSection({ plan, check, activation, changed }: PlanSectionProps) {
  const { copy } = usePageText();
  const { state, purchase, error, refresh } = activation;
  return (
    <section className="stack" aria-label={copy.dashboard.plan} data-live={state === null ? undefined : true}>
      {state === 'waiting' || state === 'late' ? (
        <ActivationPanel
          state={state}
          purchase={purchase}
          unseen={plan.data?.asked === true}
          error={error}
          refresh={refresh}
        />
      ) : (
        <CurrentPlan plan={plan} check={check} bought={state === 'done' ? purchase : null} changed={changed} />
      )}
    </section>
  );
}

function CurrentPlan({
  plan,
  check,
  bought,
  changed,
}: Omit<PlanSectionProps, 'activation'> & { bought: Purchase | null }) {
  const { copy } = usePageText();
  const portal = usePortal();
  const changes = useSubscriptionChange();
  const known = plan.data;
  if (!known) return plan.error ? <Unread plan={plan} /> : <PlanCardSkeleton />;
  const { shown, access, payments, live, organisation } = known;
  const doing = { portal, changes };
  return (
    <>
      {bought && !changes.accepted && !changed && mayThank(shown) && (
        <Thanks bought={bought} plan={newestOf(live)?.plan ?? 'free'} />
      )}
      {plan.error && <ErrorState {...plan} title={copy.errors.stale} />}
      {portal.problem && <ProblemNotice problem={portal.problem} />}
      <ConfirmPayment />
      <SeveralSubscriptions {...known} />
      {shown.map((subscription) => (
        <OnePlan key={subscription.id} subscription={subscription} known={known} changed={changed} {...doing} />
      ))}
      {shown.length === 0 && (
        <PlanCard
          subscription={null}
          access={access}
          payments={payments}
          isFirst
          heads
          beside={besideOf(known, null)}
          {...doing}
        />
      )}
      {organisation && (
        <section className="sheet inset" aria-label={copy.standing.organisationTitle}>
          <OrganisationPlan organisation={organisation} now={new Date(access.asOf)} linked />
        </section>
      )}
      <CheckNote check={check} />
    </>
  );
}

function Unread({ plan }: Pick<PlanSectionProps, 'plan'>) {
  const { copy } = usePageText();
  return (
    <>
      <Heading title={copy.dashboard.plan} />
      <ErrorState {...plan} />
    </>
  );
}

/** What was bought last. */
function newestOf(live: readonly SubscriptionView[]): SubscriptionView | undefined {
  return live.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}

/** Whether what is shown may be less than all. */
function CheckNote({ check }: { check: ProviderCheck }) {
  const { copy } = usePageText();
  if (check.slow) {
    return (
      <p className="quiet" role="status">
        {copy.dashboard.asking}
      </p>
    );
  }
  if (!check.away) return null;
  const again = (
    <Button variant="default" onClick={check.again}>
      {copy.actions.refresh}
    </Button>
  );
  return (
    <Notice tone="neutral" title={copy.dashboard.away} action={again}>
      {copy.dashboard.awayText}
    </Notice>
  );
}

function Thanks({ bought, plan }: { bought: Purchase; plan: string }) {
  const { copy, planName } = usePageText();
  return (
    <Notice tone="positive" title={bought === 'one_time' ? copy.checkout.paid : copy.checkout.active(planName(plan))} />
  );
}

/** In the shape of what comes. */
function PlanCardSkeleton() {
  const { copy } = usePageText();
  return (
    <div className="sheet inset" role="status" aria-busy="true" aria-label={copy.app.loading}>
      <Heading title={copy.dashboard.plan} hidden />
      <Skeleton height={18} width={90} />
      <Skeleton height={40} width="75%" above={14} />
      <Skeleton height={72} above={28} />
      <Skeleton height={40} width={130} above={28} />
      <Skeleton height={88} above={28} />
    </div>
  );
}
