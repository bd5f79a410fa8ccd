import { useLive } from '../../hooks/useLive.ts';
import type { KnownPlan } from '../../hooks/usePlan.ts';
import type { usePortal } from '../../hooks/usePortal.ts';
import type { PlanChanges } from '../../hooks/useSubscriptionChange.ts';
import { usePageText } from '../../text/usePageText.ts';
import type { AccessView, UsedSubscription } from '../../trpc.ts';
import type { Beside } from '../../views/beside.ts';
import { lineOf } from '../../views/statement/line.ts';
import { type Badge, type BadgeKind, placesOf, subscriptionCard } from '../../views/subscriptionCard.ts';
import { Line } from '../line/Line.tsx';
import { PlanActions } from '../plans/PlanActions.tsx';
import { PlanNotes } from '../plans/PlanNotes.tsx';
import type { IconName } from '../ui/Icon.tsx';
import classes from './PlanCard.module.css';
import { PlanFacts } from './PlanFacts.tsx';
import { PlanWarning } from './PlanWarning.tsx';
import { ScheduledChange } from './ScheduledChange.tsx';
import { StatementHeading } from './Statement.tsx';
import { StatusBadge } from './StatusBadge.tsx';

const icons: Record<BadgeKind, IconName> = {
  active: 'check',
  trial: 'clock',
  past_due: 'alert',
  cancels: 'calendar',
  ended: 'dash',
  paused: 'clock',
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
  /** Its sentence heads the page. */
  heads: boolean;
  beside: Beside;
  portal: ReturnType<typeof usePortal>;
  changes: PlanChanges;
}

/** The statement: one sentence, the line of charges, and what can be done. */
export function PlanCard({ subscription, access, payments, isFirst, heads, beside, ...doing }: PlanCardProps) {
  const { copy, format, planName } = usePageText();
  const isLive = useLive();
  const now = new Date(access.asOf);
  const card = subscriptionCard(subscription, { access, asked: beside.asked, now, saidElsewhere: !isFirst });
  const plan = planName(subscription?.paid.plan ?? access.plan);
  const { head, foot } = placesOf(card.actions);
  // Nothing is to be done while one waits or has all of it, and a payment that the bank asks about comes first.
  const { kind } = card.statement;
  const isPressing = kind !== 'awaited' && kind !== 'owned' && payments.every(({ actionUrl }) => actionUrl === null);
  const actions = { subscription, beside, now, ...doing };
  return (
    <article className="sheet">
      <div className={classes.body}>
        <div className={classes.head}>
          {card.badge && (
            <p data-live={isLive}>
              <StatusBadge key={card.badge.kind} tone={card.badge.tone} icon={icons[card.badge.kind]}>
                {badgeText(card.badge)}
              </StatusBadge>
            </p>
          )}
          <StatementHeading
            statement={card.statement}
            currency={subscription?.currency ?? 'usd'}
            now={now}
            isFirst={heads}
          />
          <PlanWarning card={card} access={access} subscription={subscription} beside={beside} />
          <PlanNotes card={card} access={access} subscription={subscription} beside={beside} />
        </div>
        <Line
          label={copy.line.label(plan)}
          points={lineOf(card.statement, { subscription, payments, now })}
          now={now}
        />
        {subscription && <ScheduledChange subscription={subscription} changes={doing.changes} />}
        {head.length > 0 && (
          <div className={classes.actions}>
            <PlanActions
              actions={head}
              variantOf={(action) => (action === head[0] && heads && isPressing ? 'filled' : 'default')}
              {...actions}
            />
          </div>
        )}
        <PlanFacts subscription={subscription} plan={subscription?.paid.plan ?? access.plan} />
      </div>
      {foot.length > 0 && (
        <div className={classes.foot}>
          <PlanActions actions={foot} variantOf={() => 'plain'} {...actions} />
        </div>
      )}
    </article>
  );

  function badgeText({ kind, at }: Badge): string {
    return kind === 'cancels' ? copy.dashboard.badges.cancels(at ? format.date(at) : '') : copy.dashboard.badges[kind];
  }
}
