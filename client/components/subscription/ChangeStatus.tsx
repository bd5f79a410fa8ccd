import { usePageText } from '../../text/usePageText.ts';
import type { SubscriptionView } from '../../trpc.ts';
import { readInterval } from '../../views/paths.ts';
import { type AcceptedChange, type ChangeNote, changeNote } from '../../views/planChange.ts';
import { endOf } from '../../views/statement/nextCharge.ts';
import { sumOf } from '../../views/withTax.ts';
import { Notice } from '../ui/Notice.tsx';

interface ChangeStatusProps {
  accepted: AcceptedChange;
  subscription: SubscriptionView | null;
}

/** What became of a change of plan. */
export function ChangeStatus({ accepted, subscription }: ChangeStatusProps) {
  const { copy, format, planName } = usePageText();
  const note = changeNote(accepted, subscription);
  const texts = copy.changePlan.notes;
  const plan = planName(subscription?.paid.plan ?? 'free');
  const interval = copy.plans.intervals[readInterval(subscription?.paid.interval ?? null)];
  const planned = subscription?.scheduledChange;
  const day = planned ? format.date(planned.at) : '';
  const isOfSeats = accepted.change.kind === 'change_plan' && accepted.change.quantity !== undefined;
  const counted = (name: string, seats = 1) => (isOfSeats ? copy.seats.of(name, seats) : name);
  const say: Record<ChangeNote, () => string> = {
    will_end: () => texts.willEnd(plan, subscription ? format.date(endOf(subscription)) : ''),
    resumed: () => texts.resumed(plan),
    changed: () => [texts.changed(counted(plan, subscription?.seats), interval), charge()].filter(Boolean).join(' '),
    scheduled: () => texts.scheduled(counted(planName(planned?.plan ?? ''), planned?.seats), day),
    undone: () => texts.resumed(plan),
    paused: () => texts.paused(plan),
    pause_scheduled: () => texts.pauseScheduled(plan, day),
    unpaused: () => texts.resumed(plan),
    on_its_way: () => texts.onItsWay,
  };
  const charge = () => {
    // What is past due was not charged.
    if (!accepted.charged || subscription?.status === 'past_due') return '';
    return texts.charged(sumOf(accepted.charged, copy, format));
  };
  return note && <Notice tone={note === 'on_its_way' ? 'info' : 'positive'} title={say[note]()} takesFocus />;
}
