import { useText } from '../../text/useText.tsx';
import type { AccessView, SubscriptionView } from '../../trpc.ts';
import { type Beside, isAll } from '../../views/beside.ts';
import type { Note, SubscriptionCard } from '../../views/subscriptionCard.ts';
import classes from './PlanNotes.module.css';

interface PlanNotesProps {
  card: SubscriptionCard;
  access: AccessView;
  subscription: SubscriptionView | null;
  beside: Beside;
}

export function PlanNotes({ card, access, subscription, beside }: PlanNotesProps) {
  const { copy, format, planName } = useText();
  const texts = copy.dashboard;
  const plan = planName(subscription?.paid.plan ?? access.plan);
  const isOnly = beside.others.length === 0;
  const day = (iso: string | null | undefined) => (iso ? format.date(iso) : '');
  const say: Record<Note, () => string> = {
    free: () => (isAll(beside) ? texts.freeLead : texts.freeUnasked),
    cancels: () => {
      const say = isOnly ? texts.cancelsNote : texts.cancelsBeside;
      return say(plan, day(card.statement.ends));
    },
    uncollected: () =>
      copy.standing.uncollected(plan, day('at' in card.statement.next ? card.statement.next.at : null)),
    past_due_ends: () => texts.pastDueEnds(day(subscription?.currentPeriodEnd)),
    ended: () => texts.endedNote,
    paused: () => (isAll(beside) ? texts.pausedNote : texts.pausedBeside),
    paused_kept: () => (isAll(beside) ? texts.pausedKept(planName(access.plan)) : texts.pausedBeside),
    awaited: () => copy.standing.awaited(plan),
    first_failed: () => copy.standing.firstFailed(plan),
    paused_ends: () => copy.standing.pausedEnds(plan, day(card.statement.ends)),
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
    paid_left: () => (isAll(beside) ? texts.paidLeft : texts.paidLeftUnasked)(planName(access.plan), day(access.until)),
    refunded: () => texts.refundedNote,
    disputed: () => texts.disputedNote,
    access_elsewhere: () => texts.accessNote(planName(access.plan), day(access.until)),
    access_free: () => texts.accessFree,
    period_over: () => texts.periodOver,
  };
  if (card.notes.length === 0) return null;
  return (
    <div className={classes.notes}>
      {card.notes.map((note) => (
        <p key={note}>{say[note]()}</p>
      ))}
    </div>
  );
}
