import { useSettled } from '../../../hooks/useSettled.ts';
import { usePageText } from '../../../text/usePageText.ts';
import { type ChangePreview, failureOf, type Interval, type SubscriptionView, trpc } from '../../../trpc.ts';
import { changeProblem } from '../../../views/failureText.ts';
import { chargedBy } from '../../../views/planChange.ts';
import { lineOfChange } from '../../../views/statement/line.ts';
import { Line } from '../../line/Line.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PlanChangeConfirm } from './PlanChangeConfirm.tsx';

/** What a preview says holds for a quarter of an hour. */
const FRESH_MS = 5 * 60_000;
/** Whoever steps through numbers wants the last one. */
const PAUSE_MS = 400;

interface ChangeCostProps {
  wanted: {
    plan: string;
    interval: Exclude<Interval, 'one_time'>;
    /** Seats; absent: the plan isn't sold by the seat. */
    quantity: number | undefined;
  };
  subscription: SubscriptionView;
}

/** What the change costs and when, as the provider says it, with the button that makes it. */
export function ChangeCost({ wanted, subscription }: ChangeCostProps) {
  const { copy, format } = usePageText();
  // Each step of a stepper would be a call of the provider.
  const quantity = useSettled(wanted.quantity, PAUSE_MS);
  const { plan } = wanted;
  const isOld = quantity !== wanted.quantity;
  const asked = { kind: 'change_plan' as const, ...wanted, quantity, subscriptionId: subscription.id };
  const preview = trpc.subscription.preview.useQuery(asked, {
    enabled: !isOld,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    retry: false,
  });
  if (!isOld && preview.data) {
    const { prorationDate } = preview.data;
    const now = new Date(preview.dataUpdatedAt);
    return (
      <>
        <Line
          label={copy.line.ofChange}
          points={lineOfChange({ preview: preview.data, plan, seats: quantity ?? 1, now })}
          now={now}
        />
        <Consequence plan={plan} preview={preview.data} subscription={subscription} />
        <PlanChangeConfirm
          change={{ ...asked, prorationDate: prorationDate ?? undefined }}
          charged={chargedBy(preview.data)}
        />
      </>
    );
  }
  const failure = preview.error && failureOf(preview.error);
  if (!isOld && failure?.status === 409)
    return <Notice tone="neutral" title={changeProblem(failure, copy, format).text} />;
  if (!isOld && preview.error)
    return <ErrorState error={preview.error} retry={() => void preview.refetch()} busy={preview.isFetching} />;
  return (
    <div role="status" aria-busy="true" aria-label={copy.changePlan.asking}>
      <Skeleton height={64} />
    </div>
  );
}

function Consequence({
  plan,
  preview,
  subscription,
}: { preview: ChangePreview } & Pick<ChangeCostProps, 'subscription'> & { plan: string }) {
  const { copy, format, planName } = usePageText();
  const texts = copy.changePlan;
  const name = planName(plan);
  const isLater = preview.effectiveAt === preview.nextAt;
  const inTrial = preview.dueNow === null || Number(preview.dueNow) > 0 ? texts.endsTrial(name) : texts.inTrial(name);
  const isDiscounted = preview.dueNow === null && subscription.amountDiscounted !== null;
  const isAnew = preview.nextAt !== subscription.currentPeriodEnd;
  const paid = isAnew ? texts.atOnceAnew(name) : texts.atOnce(name);
  const atOnce = subscription.status === 'trialing' ? inTrial : paid;
  const later = () => texts.later(planName(subscription.paid.plan), name, format.date(preview.effectiveAt));
  return (
    <>
      <p className="quiet">{isLater ? later() : atOnce}</p>
      {preview.replaces === 'pause' && <p className="quiet">{texts.dropsPause}</p>}
      {preview.about && <p className="quiet">{isDiscounted ? texts.discounted : texts.estimate}</p>}
    </>
  );
}
