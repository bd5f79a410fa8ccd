import { brand } from '../../brand.ts';
import type { usePortal } from '../../hooks/usePortal.ts';
import type { PlanChanges } from '../../hooks/useSubscriptionChange.ts';
import { useWay } from '../../hooks/useWay.ts';
import { usePageText } from '../../text/usePageText.ts';
import type { UsedSubscription } from '../../trpc.ts';
import type { Beside } from '../../views/beside.ts';
import { continueCost } from '../../views/continueCost.ts';
import { pricingPath, readInterval } from '../../views/paths.ts';
import type { CardAction } from '../../views/subscriptionCard.ts';
import { sumOf } from '../../views/withTax.ts';
import { Button, ButtonAway, ButtonLink, type ButtonVariant } from '../ui/Button.tsx';
import { CancelPlan } from './change/CancelPlan.tsx';
import { PausePlan } from './change/PausePlan.tsx';

interface PlanActionsProps {
  actions: CardAction[];
  subscription: UsedSubscription | null;
  beside: Beside;
  now: Date;
  portal: ReturnType<typeof usePortal>;
  changes: PlanChanges;
  /** Of each of them: the first of a state is filled, what follows is quiet, and plain at the foot. */
  variantOf(action: CardAction): ButtonVariant;
}

export function PlanActions({ actions, variantOf, ...context }: PlanActionsProps) {
  return actions.map((action) => <PlanAction key={action} action={action} variant={variantOf(action)} {...context} />);
}

interface PlanActionProps extends Omit<PlanActionsProps, 'actions' | 'variantOf'> {
  action: CardAction;
  variant: ButtonVariant;
}

function PlanAction({ action, variant, subscription, beside, now, portal, changes }: PlanActionProps) {
  const { copy, format, planName } = usePageText();
  const paid = subscription?.paid;
  const plan = paid?.plan ?? null;
  const way = useWay();
  const toPlans = (chosen: string | null) => way(pricingPath(chosen, readInterval(paid?.interval ?? null)));
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
  const toPortal = (key: 'manage' | 'fix_payment', text: string) =>
    button(text, portal.isBusy(key, subscription?.id), () => portal.openPortal(key, subscription?.id));
  const change = (kind: 'resume' | 'unpause', text: string) =>
    button(text, changes.busy === kind, () => void changes.change({ kind }));
  const dialog = subscription && { subscription, beside, changes, disabled, variant };
  switch (action) {
    case 'resubscribe':
      return link(toPlans(plan), copy.actions.resubscribe(planName(plan ?? '')));
    case 'choose_plan':
      return link(way('/pricing'), copy.actions.choosePlan);
    case 'change_plan':
      return link(toPlans(null), copy.actions.changePlan);
    case 'resume':
      return change('resume', copy.actions.resumePlan);
    case 'unpause': {
      const cost = subscription && continueCost(subscription, now);
      const said = cost ? copy.statement.continueFor(sumOf(cost, copy, format)) : copy.actions.unpausePlan;
      return change('unpause', said);
    }
    case 'pause':
      return dialog && <PausePlan {...dialog} />;
    case 'cancel':
      return dialog && <CancelPlan {...dialog} />;
    case 'manage':
      return toPortal('manage', copy.actions.manageBilling);
    case 'fix_payment': {
      const owed = paid?.amount && subscription && sumOf({ ...subscription, amount: paid.amount }, copy, format);
      return toPortal('fix_payment', owed ? copy.statement.pay(owed) : copy.actions.fixPayment);
    }
    case 'support':
      return (
        brand.support && (
          <ButtonAway variant={variant} href={brand.support}>
            {copy.statement.support}
          </ButtonAway>
        )
      );
  }
}
