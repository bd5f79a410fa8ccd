import type { KnownPlan } from '../../hooks/usePlan.ts';
import type { usePortal } from '../../hooks/usePortal.ts';
import { useRecovered } from '../../hooks/useRecovered.ts';
import { changesOf, type PlanChanges } from '../../hooks/useSubscriptionChange.ts';
import { usePageText } from '../../text/usePageText.ts';
import type { PaymentView, UsedSubscription } from '../../trpc.ts';
import { besideOf } from '../../views/beside.ts';
import type { AcceptedChange } from '../../views/planChange.ts';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { ChangeStatus } from './ChangeStatus.tsx';
import { FormerNotice } from './FormerNotice.tsx';
import { PlanCard } from './PlanCard.tsx';

interface OnePlanProps {
  subscription: UsedSubscription;
  known: KnownPlan;
  portal: ReturnType<typeof usePortal>;
  changes: PlanChanges;
  /** A change that was made on the page before. */
  changed: AcceptedChange | null;
}

/** One of the reader's subscriptions, with all that is to be said of it and done with it. */
export function OnePlan({ subscription, known, portal, changes, changed }: OnePlanProps) {
  const { id } = subscription;
  const isFirst = known.shown[0]?.id === id;
  const own = changesOf(changes, id);
  const before = changed && (changed.change.subscriptionId ?? known.shown[0]?.id) === id ? changed : null;
  const accepted = own.accepted ?? before;
  const beside = besideOf(known, id);
  const recovered = useRecovered(subscription, known.payments);
  return (
    <>
      {recovered && <Recovered payment={recovered} />}
      {accepted && <ChangeStatus accepted={accepted} subscription={subscription} />}
      {own.problem && !isAskedFirst(own.problem.kind) && <ProblemNotice problem={own.problem} />}
      {isToldHere() && <FormerNotice subscription={subscription} />}
      <PlanCard
        subscription={subscription}
        access={known.access}
        payments={known.payments}
        isFirst={isFirst}
        heads={isFirst && known.live.length < 2}
        beside={beside}
        portal={portal}
        changes={own}
      />
    </>
  );

  /** Where to cancel is said once a company. */
  function isToldHere(): boolean {
    return known.shown.find(({ former }) => former?.url === subscription.former?.url)?.id === id;
  }
}

function Recovered({ payment: { amount, currency } }: { payment: PaymentView }) {
  const { copy, format } = usePageText();
  return <Notice tone="positive" title={copy.payments.recovered(format.money(amount, currency))} />;
}

/** Its dialog says what went wrong. */
const isAskedFirst = (kind: string) => kind === 'cancel_at_period_end' || kind === 'pause';
