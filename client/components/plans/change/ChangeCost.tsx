import { useText } from '../../../text/useText.tsx';
import { type ChangePreview, failureOf, type Interval, type SubscriptionView, trpc } from '../../../trpc.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PlanChangeConfirm } from './PlanChangeConfirm.tsx';
import classes from './PlanChangeSheet.module.css';

/** What a preview says holds for a quarter of an hour. */
const FRESH_MS = 5 * 60_000;

interface ChangeCostProps {
  plan: string;
  interval: Exclude<Interval, 'one_time'>;
  subscription: SubscriptionView;
}

/** What the change costs and when, as the provider says it, with the button that makes it. */
export function ChangeCost({ plan, interval, subscription }: ChangeCostProps) {
  const { copy } = useText();
  const asked = { kind: 'change_plan', plan, interval } as const;
  const preview = trpc.subscription.preview.useQuery(asked, {
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    retry: false,
  });
  if (preview.data) {
    const { prorationDate } = preview.data;
    return (
      <>
        <Due preview={preview.data} />
        <Consequence plan={plan} preview={preview.data} subscription={subscription} />
        <PlanChangeConfirm change={{ ...asked, prorationDate: prorationDate ?? undefined }} />
      </>
    );
  }
  if (failureOf(preview.error).status === 409) return <Notice tone="neutral" title={whyNot()} />;
  if (preview.error)
    return <ErrorState error={preview.error} retry={() => void preview.refetch()} busy={preview.isFetching} />;
  return (
    <div role="status" aria-busy="true" aria-label={copy.changePlan.asking}>
      <Skeleton height={64} />
    </div>
  );

  function whyNot(): string {
    const texts = copy.changePlan;
    if (subscription.cancelAtPeriodEnd || subscription.cancelAt !== null) return texts.ending;
    if (subscription.paused) return texts.paused;
    return subscription.status === 'past_due' ? texts.pastDue : texts.notPossible;
  }
}

function Due({ preview }: { preview: ChangePreview }) {
  const { copy, format } = useText();
  const texts = copy.changePlan;
  const { currency, dueNow, dueNext, nextAt, about } = preview;
  const now = format.money(dueNow, currency);
  return (
    <dl className={classes.terms}>
      <div>
        <dt>{texts.dueNow}</dt>
        <dd>{about ? texts.about(now) : now}</dd>
      </div>
      {nextAt && (
        <div>
          <dt>{texts.dueNext(format.date(nextAt))}</dt>
          <dd>{format.money(dueNext, currency)}</dd>
        </div>
      )}
    </dl>
  );
}

function Consequence({ plan, preview, subscription }: { preview: ChangePreview } & Omit<ChangeCostProps, 'interval'>) {
  const { copy, format, planName } = useText();
  const texts = copy.changePlan;
  const name = planName(plan);
  const isLater = preview.effectiveAt === preview.nextAt;
  const isTrial = subscription.status === 'trialing';
  const later = () => texts.later(planName(subscription.paid.plan), name, format.date(preview.effectiveAt));
  return (
    <>
      <p className="quiet">{isLater ? later() : isTrial ? texts.inTrial(name) : texts.atOnce(name)}</p>
      {preview.about && <p className="quiet">{texts.estimate}</p>}
    </>
  );
}
