import type { KnownPlan } from '../../hooks/usePlan.ts';
import type { usePortal } from '../../hooks/usePortal.ts';
import type { PlanChanges } from '../../hooks/useSubscriptionChange.ts';
import { useText } from '../../text/useText.tsx';
import type { AccessView, UsedSubscription } from '../../trpc.ts';
import type { Beside } from '../../views/beside.ts';
import { lineOf } from '../../views/statement/line.ts';
import { type BadgeKind, type SubscriptionCard, subscriptionCard } from '../../views/subscriptionCard.ts';
import { Line } from '../line/Line.tsx';
import { PlanActions } from '../plans/PlanActions.tsx';
import { PlanNotes } from '../plans/PlanNotes.tsx';
import { PlanPrice } from '../plans/PlanPrice.tsx';
import { OwnSeats } from '../plans/seats/OwnSeats.tsx';
import type { IconName } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
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
  owned: 'check',
  no_access: 'alert',
  refunded: 'alert',
  disputed: 'alert',
  awaited: 'clock',
  first_failed: 'alert',
  paid_left: 'dash',
  unknown_plan: 'question',
  unknown_status: 'question',
};

interface PlanCardProps {
  subscription: UsedSubscription | null;
  access: AccessView;
  payments: KnownPlan['payments'];
  /** Of several, the first says what may be used. */
  isFirst: boolean;
  beside: Beside;
  portal: ReturnType<typeof usePortal>;
  changes: PlanChanges;
}

export function PlanCard({ subscription, access, payments, isFirst, beside, ...doing }: PlanCardProps) {
  const { copy, format, planName } = useText();
  const now = new Date(access.asOf);
  const card = subscriptionCard(subscription, { access, asked: beside.asked, now, saidElsewhere: !isFirst });
  const plan = planName(subscription?.paid.plan ?? access.plan);
  return (
    <div className={`card ${classes.card}`}>
      {card.statement.kind === 'no_access' && <CannotUse card={card} access={access} />}
      <div className={classes.head}>
        <div className={classes.name}>
          <h3>{plan}</h3>
          {subscription && (
            <StatusBadge tone={card.badge.tone} icon={icons[card.badge.kind]}>
              {badgeText(card.badge)}
            </StatusBadge>
          )}
        </div>
        {subscription && <PlanPrice subscription={subscription} />}
      </div>
      {subscription && <OwnSeats subscription={subscription} />}
      <Line label={copy.line.label(plan)} points={lineOf(card.statement, { subscription, payments, now })} now={now} />
      <PlanNotes card={card} access={access} subscription={subscription} beside={beside} />
      <PlanActions actions={card.actions} subscription={subscription} beside={beside} {...doing} />
    </div>
  );

  function badgeText({ kind, at }: SubscriptionCard['badge']): string {
    return kind === 'cancels' ? copy.dashboard.badges.cancels(at ? format.date(at) : '') : copy.dashboard.badges[kind];
  }
}

/** The loudest sentence: that the plan can't be used, why, and what is charged if one does nothing. */
function CannotUse({ card, access }: { card: SubscriptionCard; access: AccessView }) {
  const { copy, format, planName } = useText();
  const { plan, next } = card.statement;
  const texts = copy.standing;
  return (
    <Notice tone="danger" title={texts.cannotUse(planName(plan))}>
      {access.plan === 'free' ? copy.dashboard.accessFree : texts.usesOther(planName(access.plan))}{' '}
      {next.kind === 'charge' && texts.goesOn(planName(plan), format.date(next.at))}
    </Notice>
  );
}
