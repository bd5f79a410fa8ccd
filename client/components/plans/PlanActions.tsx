import type { usePortal } from '../../hooks/usePortal.ts';
import type { PlanChanges } from '../../hooks/useSubscriptionChange.ts';
import { useText } from '../../text/useText.tsx';
import type { SubscriptionView } from '../../trpc.ts';
import type { Beside } from '../../views/beside.ts';
import { pricingPath, readInterval } from '../../views/paths.ts';
import type { CardAction } from '../../views/subscriptionCard.ts';
import { Button, ButtonLink, type ButtonVariant } from '../ui/Button.tsx';
import { CancelPlan } from './change/CancelPlan.tsx';
import { PausePlan } from './change/PausePlan.tsx';
import classes from './PlanActions.module.css';

interface PlanActionsProps {
  actions: CardAction[];
  subscription: SubscriptionView | null;
  beside: Beside;
  portal: ReturnType<typeof usePortal>;
  changes: PlanChanges;
}

/** What can be done with the plan, what fits best first; "Fix payment" stands in the alert above the card. */
export function PlanActions({ actions, ...context }: PlanActionsProps) {
  if (actions.length === 0) return null;
  return (
    <div className={classes.actions}>
      {actions.map((action, index) => (
        <PlanAction key={action} action={action} variant={index === 0 ? 'filled' : 'default'} {...context} />
      ))}
    </div>
  );
}

interface PlanActionProps extends Omit<PlanActionsProps, 'actions'> {
  action: CardAction;
  variant: ButtonVariant;
}

function PlanAction({ action, variant, subscription, beside, portal, changes }: PlanActionProps) {
  const { copy, planName } = useText();
  const plan = subscription?.paid.plan ?? null;
  const toPlans = (chosen: string | null) => pricingPath(chosen, readInterval(subscription?.paid.interval ?? null));
  const link = (to: string, text: string) => (
    <ButtonLink variant={variant} to={to}>
      {text}
    </ButtonLink>
  );
  const disabled = portal.busy !== null || changes.busy !== null;
  const button = (text: string, loading: boolean, onClick: () => void) => (
    <Button variant={variant} loading={loading} disabled={disabled} onClick={onClick}>
      {text}
    </Button>
  );
  switch (action) {
    case 'resubscribe':
      return link(toPlans(plan), copy.actions.resubscribe(planName(plan ?? '')));
    case 'choose_plan':
      return link('/pricing', copy.actions.choosePlan);
    case 'change_plan':
      return link(toPlans(null), copy.actions.changePlan);
    case 'resume':
      return button(copy.actions.resumePlan, changes.busy === 'resume', () => void changes.change({ kind: 'resume' }));
    case 'unpause':
      return button(
        copy.actions.unpausePlan,
        changes.busy === 'unpause',
        () => void changes.change({ kind: 'unpause' }),
      );
    case 'pause':
      return (
        subscription && <PausePlan subscription={subscription} beside={beside} changes={changes} disabled={disabled} />
      );
    case 'manage':
      return button(copy.actions.manageBilling, portal.isBusy('manage', subscription?.id), () =>
        portal.openPortal('manage', subscription?.id),
      );
    case 'cancel':
      return (
        subscription && <CancelPlan subscription={subscription} beside={beside} changes={changes} disabled={disabled} />
      );
    case 'fix_payment':
      return null;
  }
}
