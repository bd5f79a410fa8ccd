import { useState } from 'react';
import type { PlanChanges } from '../../../hooks/useSubscriptionChange.ts';
import { usePageText } from '../../../text/usePageText.ts';
import { failureOf, type SubscriptionView, trpc } from '../../../trpc.ts';
import type { Beside } from '../../../views/beside.ts';
import { changeProblem } from '../../../views/failureText.ts';
import { pauseTerms } from '../../../views/pauseTerms.ts';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useNaming } from './useNaming.ts';

interface PausePlanProps {
  subscription: SubscriptionView;
  beside: Beside;
  changes: PlanChanges;
  disabled: boolean;
  variant: ButtonVariant;
}

/** Asks first, names which one, and says from when: at once, or from the end of the period, as the provider does it. */
export function PausePlan({ subscription, beside, changes, disabled, variant }: PausePlanProps) {
  const { copy, format } = usePageText();
  const { plan, free, which, labelOf } = useNaming(subscription, beside);
  const [asking, setAsking] = useState(false);
  const preview = trpc.subscription.preview.useQuery(
    { kind: 'pause', subscriptionId: subscription.id },
    { enabled: asking, retry: false },
  );
  const keepsAccess = trpc.plans.list.useQuery(undefined, { staleTime: 60_000 }).data?.pauseKeepsAccess;
  const words = { copy, plan, free, date: format.date, keepsAccess };
  const terms = preview.data ? pauseTerms(subscription, beside, { ...words, preview: preview.data }) : [];
  const texts = copy.pausePlan;
  const { problem } = changes;
  const failure = preview.error && failureOf(preview.error);
  // What was accepted is told on the page behind, also while no record shows it yet.
  const pause = async () => (await changes.change({ kind: 'pause' })) && setAsking(false);
  return (
    <>
      <Button
        variant={variant}
        disabled={disabled}
        aria-label={labelOf(copy.actions.pausePlan)}
        onClick={() => setAsking(true)}
      >
        {copy.actions.pausePlan}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.title(which)}
          confirm={texts.confirm}
          dismiss={copy.cancelPlan.keep(plan)}
          busy={changes.busy !== null}
          onConfirm={() => void pause()}
          ready={preview.data !== undefined}
          onClose={() => setAsking(false)}
        >
          {problem?.kind === 'pause' && <ProblemNotice problem={problem} />}
          {failure?.conflict && <ProblemNotice problem={changeProblem(failure, copy, format)} />}
          {failure && !failure.conflict && (
            <ErrorState error={preview.error} retry={() => void preview.refetch()} busy={preview.isFetching} />
          )}
          {preview.isPending && <Skeleton height={64} />}
          {terms.map((term) => (
            <p key={term}>{term}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}
