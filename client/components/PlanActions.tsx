import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { usePortal } from '../hooks/usePortal.ts';
import type { PlanChanges } from '../hooks/useSubscriptionChange.ts';
import { useText } from '../text/useText.tsx';
import type { SubscriptionView } from '../trpc.ts';
import { pricingPath, readInterval } from '../views/paths.ts';
import type { CardAction } from '../views/subscriptionCard.ts';
import { CancelPlan } from './CancelPlan.tsx';
import classes from './PlanActions.module.css';

interface PlanActionsProps {
  actions: CardAction[];
  subscription: SubscriptionView | null;
  portal: ReturnType<typeof usePortal>;
  changes: PlanChanges;
}

/** What can be done with the plan; "Fix payment" stands in the alert above the card. */
export function PlanActions({ actions, subscription, portal, changes }: PlanActionsProps) {
  const { copy, planName } = useText();
  const has = (action: CardAction) => actions.includes(action);
  const plan = subscription?.plan ?? '';
  const isBusy = portal.busy !== null || changes.busy !== null;
  return (
    <div className={classes.actions}>
      {has('resubscribe') && (
        <Button component={Link} to={pricingPath(plan, readInterval(subscription?.interval ?? null))}>
          {copy.actions.resubscribe(planName(plan))}
        </Button>
      )}
      {has('choose_plan') && (
        <Button component={Link} to="/pricing">
          {copy.actions.choosePlan}
        </Button>
      )}
      {has('resume') && (
        <Button
          onClick={() => void changes.change({ kind: 'resume' })}
          loading={changes.busy === 'resume'}
          disabled={isBusy}
        >
          {copy.actions.resumePlan}
        </Button>
      )}
      {has('manage') && (
        <Button
          variant={actions[0] === 'manage' ? 'filled' : 'default'}
          onClick={() => portal.openPortal('manage')}
          loading={portal.busy === 'manage'}
          disabled={isBusy}
        >
          {copy.actions.manageBilling}
        </Button>
      )}
      {has('change_plan') && (
        <Button variant="default" component={Link} to={pricingPath(null, readInterval(subscription?.interval ?? null))}>
          {copy.actions.changePlan}
        </Button>
      )}
      {has('cancel') && subscription && <CancelPlan subscription={subscription} changes={changes} disabled={isBusy} />}
    </div>
  );
}
