import { useState } from 'react';
import type { PlanChanges } from '../../../hooks/useSubscriptionChange.ts';
import { useText } from '../../../text/useText.tsx';
import type { SubscriptionView } from '../../../trpc.ts';
import { endOf } from '../../../views/subscriptionCard.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';

interface CancelPlanProps {
  subscription: SubscriptionView;
  changes: PlanChanges;
  disabled: boolean;
}

/** Asks first, with the consequences; once it is scheduled, this button is no longer offered. */
export function CancelPlan({ subscription, changes, disabled }: CancelPlanProps) {
  const { copy, format, planName } = useText();
  const [asking, setAsking] = useState(false);
  const texts = copy.cancelPlan;
  const plan = planName(subscription.paid.plan);
  const isTrial = subscription.status === 'trialing';
  const ends = format.date(endOf(subscription));
  const { problem } = changes;
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={() => setAsking(true)}>
        {copy.actions.cancelPlan}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.title(plan)}
          confirm={texts.confirm}
          dismiss={texts.keep(plan)}
          busy={changes.busy !== null}
          onConfirm={() => void changes.change({ kind: 'cancel_at_period_end' })}
          onClose={() => setAsking(false)}
        >
          {problem?.kind === 'cancel_at_period_end' && <ProblemNotice problem={problem} />}
          <p>{texts.keeps(plan, ends)}</p>
          <p>{isTrial ? texts.trialCharge : texts.charge}</p>
          <p>{texts.resumable}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
