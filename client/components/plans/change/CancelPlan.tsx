import { useState } from 'react';
import type { PlanChanges } from '../../../hooks/useSubscriptionChange.ts';
import { usePageText } from '../../../text/usePageText.ts';
import { type ChangePreview, type SubscriptionView, trpc } from '../../../trpc.ts';
import { type Beside, isAll } from '../../../views/beside.ts';
import { endOf } from '../../../views/statement/nextCharge.ts';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';
import { useNaming } from './useNaming.ts';

interface CancelPlanProps {
  subscription: SubscriptionView;
  beside: Beside;
  changes: PlanChanges;
  disabled: boolean;
  variant: ButtonVariant;
}

/** Asks first, with the consequences, and names which one; once it is scheduled, this button is no longer offered. */
export function CancelPlan({ subscription, beside, changes, disabled, variant }: CancelPlanProps) {
  const { copy } = usePageText();
  const { plan, which, labelOf } = useNaming(subscription, beside);
  const [asking, setAsking] = useState(false);
  const preview = trpc.subscription.preview.useQuery(
    { kind: 'cancel_at_period_end', subscriptionId: subscription.id },
    { enabled: asking, retry: false },
  );
  const texts = copy.cancelPlan;
  const { problem } = changes;
  return (
    <>
      <Button
        variant={variant}
        disabled={disabled}
        aria-label={labelOf(copy.actions.cancelPlan)}
        onClick={() => setAsking(true)}
      >
        {copy.actions.cancelPlan}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.title(which)}
          confirm={texts.confirm}
          dismiss={texts.keep(plan)}
          busy={changes.busy !== null}
          destructive
          onConfirm={() => void changes.change({ kind: 'cancel_at_period_end' })}
          onClose={() => setAsking(false)}
        >
          {problem?.kind === 'cancel_at_period_end' && <ProblemNotice problem={problem} />}
          <CancelTerms plan={plan} subscription={subscription} beside={beside} replaces={preview.data?.replaces} />
        </ConfirmDialog>
      )}
    </>
  );
}

interface CancelTermsProps extends Pick<CancelPlanProps, 'subscription' | 'beside'> {
  plan: string;
  /** What was scheduled and is dropped; absent: not known. */
  replaces?: ChangePreview['replaces'];
}

function CancelTerms({ plan, subscription, beside, replaces }: CancelTermsProps) {
  const { copy, format } = usePageText();
  const texts = copy.cancelPlan;
  const ends = format.date(endOf(subscription));
  const isOnly = beside.others.length === 0;
  const isTrial = subscription.status === 'trialing';
  const onlyThis = isTrial ? texts.trialChargeOf(plan) : texts.chargeOf(plan);
  const nothing = isTrial ? texts.trialCharge : texts.charge;
  return (
    <>
      <p>{isOnly ? texts.keeps(plan, ends) : texts.keepsBeside(plan, ends)}</p>
      <p>{isAll(beside) ? nothing : onlyThis}</p>
      {!isOnly && <p>{texts.others(beside.others.length)}</p>}
      {replaces && <p>{texts.drops[replaces]}</p>}
      <p>{texts.resumable}</p>
    </>
  );
}
