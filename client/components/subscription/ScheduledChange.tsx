import type { PlanChanges } from '../../hooks/useSubscriptionChange.ts';
import { usePageText } from '../../text/usePageText.ts';
import type { SubscriptionView } from '../../trpc.ts';
import { readInterval } from '../../views/paths.ts';
import { withTax } from '../../views/withTax.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import classes from './PlanCard.module.css';

interface ScheduledChangeProps {
  subscription: SubscriptionView;
  changes: PlanChanges;
}

/** What waits for the end of the period, with the way to take it back; or that it will not come, and why. */
export function ScheduledChange({ subscription, changes }: ScheduledChangeProps) {
  const { copy, format, planName } = usePageText();
  const { scheduledChange: planned, paid, currency, taxIncluded } = subscription;
  if (!planned) return null;
  const texts = copy.scheduledChange;
  const name = planName(planned.plan);
  const isOfSeats = planned.seats > 1 || subscription.seats > 1;
  const plan = isOfSeats && planned.kind === 'plan' ? copy.seats.of(name, planned.seats) : name;
  const day = format.date(planned.at);
  if (planned.lapsed) {
    const title = planned.kind === 'plan' ? texts.lapsed(plan) : texts.pauseLapsed(plan);
    return <Notice tone="warning" title={title} />;
  }
  const per = copy.plans.per[readInterval(planned.interval)];
  const price =
    planned.amount === null ? '' : withTax(`${format.money(planned.amount, currency)} ${per}`, taxIncluded, copy);
  const undo = (
    <Button
      variant="default"
      loading={changes.busy === 'undo'}
      disabled={changes.busy !== null}
      onClick={() => void changes.change({ kind: 'undo' })}
    >
      {texts.undo(planName(paid.plan))}
    </Button>
  );
  return (
    <div className={classes.planned}>
      <p>
        <b>{planned.kind === 'plan' ? texts.plan(plan, day) : texts.pause(plan, day)}</b>
        {planned.kind === 'plan' && <> · {texts.terms(planName(paid.plan), price)}</>}
      </p>
      {undo}
    </div>
  );
}
