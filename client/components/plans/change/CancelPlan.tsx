import { useState } from 'react';
import type { PlanChanges } from '../../../hooks/useSubscriptionChange.ts';
import { usePageText } from '../../../text/usePageText.ts';
import { trpc, type UsedSubscription } from '../../../trpc.ts';
import type { Beside } from '../../../views/beside.ts';
import { cancelTerms } from '../../../views/cancelTerms.ts';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';
import { useNaming } from './useNaming.ts';

interface CancelPlanProps {
  subscription: UsedSubscription;
  beside: Beside;
  changes: PlanChanges;
  disabled: boolean;
  variant: ButtonVariant;
}

/** Asks first, with the consequences, and names which one; once it is scheduled, this button is no longer offered. */
export function CancelPlan({ subscription, beside, changes, disabled, variant }: CancelPlanProps) {
  const { copy, format } = usePageText();
  const { plan, free, which, labelOf } = useNaming(subscription, beside);
  const [asking, setAsking] = useState(false);
  const preview = trpc.subscription.preview.useQuery(
    { kind: 'cancel_at_period_end', subscriptionId: subscription.id },
    { enabled: asking, retry: false },
  );
  const texts = copy.cancelPlan;
  const { problem } = changes;
  // What was accepted is told on the page behind, also while no record shows it yet.
  const cancel = async () => (await changes.change({ kind: 'cancel_at_period_end' })) && setAsking(false);
  const words = { copy, plan, free, date: format.date, replaces: preview.data?.replaces };
  const terms = asking ? cancelTerms(subscription, beside, words) : [];
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
          onConfirm={() => void cancel()}
          onClose={() => setAsking(false)}
        >
          {problem?.kind === 'cancel_at_period_end' && <ProblemNotice problem={problem} />}
          {terms.map((term) => (
            <p key={term}>{term}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}
