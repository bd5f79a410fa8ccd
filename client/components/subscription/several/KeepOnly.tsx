import { useState } from 'react';
import { usePageText } from '../../../text/usePageText.ts';
import { type SubscriptionView, trpc } from '../../../trpc.ts';
import { endOf } from '../../../views/statement/nextCharge.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface KeepOnlyProps {
  subscription: SubscriptionView;
  /** All that end by it. */
  others: readonly SubscriptionView[];
  /** What is charged for the one that stays, and when. */
  next: string;
}

/** Keeps one of several, once it was said what ends, when, and what goes on. */
export function KeepOnly({ subscription, others, next }: KeepOnlyProps) {
  const { copy, planName } = usePageText();
  const texts = copy.several;
  const [asking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const keep = trpc.subscription.keep.useMutation({
    retry: false,
    onSettled: () => utils.subscription.invalidate(),
    onSuccess: () => setAsking(false),
  });
  const plan = planName(subscription.paid.plan);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.keep(plan)}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.keepTitle(plan)}
          confirm={texts.keep(plan)}
          dismiss={texts.keepAll}
          busy={keep.isPending}
          destructive
          onConfirm={() => keep.mutate({ subscriptionId: subscription.id })}
          onClose={() => setAsking(false)}
        >
          {keep.isError && <p role="alert">{texts.failed}</p>}
          {others.map((other) => (
            <Ending key={other.id} subscription={other} />
          ))}
          <p>{texts.goesOn(plan, next)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** What is not paid for ends at once. */
function Ending({ subscription }: { subscription: SubscriptionView }) {
  const { copy, format, planName } = usePageText();
  const { keepEnds, keepEndsNow } = copy.several;
  const plan = planName(subscription.paid.plan);
  const { status } = subscription;
  if (status !== 'active' && status !== 'trialing') return <p>{keepEndsNow(plan)}</p>;
  // Nothing was paid for a trial.
  const say = status === 'active' ? keepEnds : copy.standing.ends;
  return <p>{say(plan, format.date(endOf(subscription)))}</p>;
}
