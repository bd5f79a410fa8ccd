import { usePageText } from '../../text/usePageText.ts';
import type { AccessView, SubscriptionView } from '../../trpc.ts';
import { type Beside, isAll, isLast } from '../../views/beside.ts';
import type { Note, SubscriptionCard } from '../../views/subscriptionCard.ts';
import classes from './PlanNotes.module.css';

interface PlanNotesProps {
  card: SubscriptionCard;
  access: AccessView;
  subscription: SubscriptionView | null;
  beside: Beside;
}

export function PlanNotes({ card, access, subscription, beside }: PlanNotesProps) {
  const { copy, format, planName } = usePageText();
  const texts = copy.dashboard;
  const plan = planName(subscription?.paid.plan ?? access.plan);
  const free = planName('free');
  const last = isLast(beside);
  const day = (iso: string | null | undefined) => (iso ? format.date(iso) : '');
  const say: Record<Note, () => string | null> = {
    cancels: () => {
      const say = last ? texts.cancelsNote : texts.cancelsBeside;
      return say(plan, day(card.statement.ends), free);
    },
    past_due_ends: () => texts.pastDueEnds(day(card.statement.ends)),
    ended: () => texts.endedNote(free),
    paused: () => (last && beside.asked ? texts.pausedNote(free) : null),
    paused_kept: () => (isAll(beside) ? texts.pausedKept(planName(access.plan)) : null),
    awaited: () => copy.standing.awaited(plan),
    first_failed: () => copy.standing.firstFailed(plan),
    organisation: () => copy.standing.organisation(planName(access.plan)),
    unknown_plan: () => texts.unknownPlanNote,
    unknown_plan_kept: () => copy.standing.unknownKept(planName(access.plan), day(access.until)),
    unknown_status: () => texts.unknownStatusNote(subscription?.status ?? ''),
    purchased: () => texts.purchased(planName(access.plan), day(access.until)),
    granted: () => {
      const { plan: given, until } = access.owned.find(({ by }) => by === 'granted') ?? access;
      const said = texts.granted(planName(given), day(until));
      return card.statement.next.kind === 'charge' ? `${said} ${copy.standing.paysOn(plan)}` : said;
    },
    paid_left: () =>
      [isAll(beside) && texts.paidLeft, last && texts.paidLeftFree(day(access.until), free)]
        .filter(Boolean)
        .join(' ') || null,
    refunded: () => texts.refundedNote,
    disputed: () => texts.disputedNote,
    access_elsewhere: () => texts.accessNote(planName(access.plan), day(access.until)),
    access_free: () => texts.accessFree(free),
    period_over: () => texts.periodOver,
  };
  const said = card.notes.map((note) => say[note]()).filter((text) => text !== null);
  if (said.length === 0) return null;
  return (
    <div className={classes.notes}>
      {said.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
