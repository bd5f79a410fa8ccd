import type { usePortal } from '../../hooks/usePortal.ts';
import type { PlanChanges } from '../../hooks/useSubscriptionChange.ts';
import { useText } from '../../text/useText.tsx';
import type { AccessView, SubscriptionView } from '../../trpc.ts';
import { type BadgeKind, type SubscriptionCard, subscriptionCard } from '../../views/subscriptionCard.ts';
import { type Beside, isAll } from '../plans/beside.ts';
import { PlanActions } from '../plans/PlanActions.tsx';
import { PlanFacts } from '../plans/PlanFacts.tsx';
import { PlanNotes } from '../plans/PlanNotes.tsx';
import { PlanPrice } from '../plans/PlanPrice.tsx';
import { OwnSeats } from '../plans/seats/OwnSeats.tsx';
import type { IconName } from '../ui/Icon.tsx';
import classes from './PlanCard.module.css';
import { StatusBadge } from './StatusBadge.tsx';

const icons: Record<BadgeKind, IconName> = {
  free: 'dash',
  active: 'check',
  trial: 'clock',
  past_due: 'alert',
  cancels: 'calendar',
  ended: 'dash',
  paused: 'clock',
  incomplete: 'alert',
  unknown_plan: 'question',
  unknown_status: 'question',
};

interface PlanCardProps {
  subscription: SubscriptionView | null;
  access: AccessView;
  /** Of several, the first says what may be used. */
  isFirst: boolean;
  beside: Beside;
  portal: ReturnType<typeof usePortal>;
  changes: PlanChanges;
}

export function PlanCard({ subscription, access, isFirst, beside, ...doing }: PlanCardProps) {
  const { copy, format, planName } = useText();
  const found = subscriptionCard(subscription, isFirst ? access : null, new Date(access.asOf));
  const card = found.amount === 'none' && !isAll(beside) ? { ...found, amount: null } : found;
  return (
    <div className={`card ${classes.card}`}>
      <div className={classes.head}>
        <div className={classes.name}>
          <h3>{planName(subscription?.paid.plan ?? access.plan)}</h3>
          {subscription && (
            <StatusBadge tone={card.badge.tone} icon={icons[card.badge.kind]}>
              {badgeText(card.badge)}
            </StatusBadge>
          )}
        </div>
        {subscription && <PlanPrice subscription={subscription} />}
      </div>
      {subscription && <OwnSeats subscription={subscription} />}
      {subscription && <PlanFacts card={card} subscription={subscription} />}
      <PlanNotes card={card} access={access} subscription={subscription} beside={beside} />
      <PlanActions actions={card.actions} subscription={subscription} beside={beside} {...doing} />
    </div>
  );

  function badgeText({ kind, at }: SubscriptionCard['badge']): string {
    return kind === 'cancels' ? copy.dashboard.badges.cancels(at ? format.date(at) : '') : copy.dashboard.badges[kind];
  }
}
