import { usePageText } from '../../text/usePageText.ts';
import type { AccessView, UsedSubscription } from '../../trpc.ts';
import type { Beside } from '../../views/beside.ts';
import { pastDueOf } from '../../views/pastDue.ts';
import type { SubscriptionCard } from '../../views/subscriptionCard.ts';

interface PlanWarningProps {
  card: SubscriptionCard;
  access: AccessView;
  subscription: UsedSubscription | null;
  beside: Beside;
}

/** What is lost, and when, if one does nothing; read out as an alert. */
export function PlanWarning({ card, access, subscription, beside }: PlanWarningProps) {
  const { copy, format, planName } = usePageText();
  const { kind, plan, next } = card.statement;
  const texts = copy.standing;
  const free = planName('free');
  if (!subscription || (kind !== 'past_due' && kind !== 'no_access')) return null;
  return (
    <p role="alert">{kind === 'past_due' ? `${copy.dashboard.pastDueTitle}. ${ofDue(subscription)}` : ofNone()}</p>
  );

  function ofDue(owed: UsedSubscription): string {
    const name = planName(owed.paid.plan);
    const found = pastDueOf(owed, { access, beside });
    if (found.kind === 'lost') return copy.dashboard.pastDueExpired(name, free);
    if (found.kind === 'other') return texts.pastDueOther(name, planName(found.used));
    return (found.beside ? texts.pastDueBeside : copy.dashboard.pastDueGrace)(format.date(found.until), free);
  }

  function ofNone(): string {
    const has = access.plan === 'free' ? copy.dashboard.accessFree(free) : texts.usesOther(planName(access.plan));
    return next.kind === 'charge' ? `${has} ${texts.goesOn(planName(plan), format.date(next.at))}` : has;
  }
}
