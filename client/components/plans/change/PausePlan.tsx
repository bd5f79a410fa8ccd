import { useState } from 'react';
import type { PlanChanges } from '../../../hooks/useSubscriptionChange.ts';
import { useText } from '../../../text/useText.tsx';
import { type SubscriptionView, trpc } from '../../../trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';

interface PausePlanProps {
  subscription: SubscriptionView;
  changes: PlanChanges;
  disabled: boolean;
}

/** Asks first, and says from when: at once, or from the end of the period, as the provider does it. */
export function PausePlan({ subscription, changes, disabled }: PausePlanProps) {
  const { copy, format, planName } = useText();
  const [asking, setAsking] = useState(false);
  const preview = trpc.subscription.preview.useQuery(
    { kind: 'pause', subscriptionId: subscription.id },
    { enabled: asking, retry: false },
  );
  const texts = copy.pausePlan;
  const plan = planName(subscription.paid.plan);
  const { problem } = changes;
  const isLater = preview.data?.effectiveAt === subscription.currentPeriodEnd;
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={() => setAsking(true)}>
        {copy.actions.pausePlan}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.title(plan)}
          confirm={texts.confirm}
          dismiss={copy.cancelPlan.keep(plan)}
          busy={changes.busy !== null}
          onConfirm={() => void changes.change({ kind: 'pause' })}
          onClose={() => setAsking(false)}
        >
          {problem?.kind === 'pause' && <ProblemNotice problem={problem} />}
          {preview.data && (
            <p>{isLater ? texts.later(plan, format.date(subscription.currentPeriodEnd)) : texts.now(plan)}</p>
          )}
          <p>{texts.resumable}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
