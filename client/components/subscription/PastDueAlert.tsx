import type { usePortal } from '../../hooks/usePortal.ts';
import { useText } from '../../text/useText.tsx';
import type { AccessView, UsedSubscription } from '../../trpc.ts';
import { pastDueOf } from '../../views/pastDue.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

interface PastDueAlertProps {
  subscription: Pick<UsedSubscription, 'id' | 'paid' | 'former' | 'use'>;
  access: AccessView;
  /** How many other subscriptions are live. */
  others: number;
  portal: ReturnType<typeof usePortal>;
}

/** Says what is lost and when, with the way to prevent it. */
export function PastDueAlert({ subscription, access, others, portal }: PastDueAlertProps) {
  const { copy, format, planName } = useText();
  const plan = planName(subscription.paid.plan);
  const found = pastDueOf(subscription, { access, others });
  const text = () => {
    if (found.kind === 'lost') return copy.dashboard.pastDueExpired(plan);
    if (found.kind === 'other') return copy.standing.pastDueOther(plan, planName(found.used));
    const say = found.beside ? copy.standing.pastDueBeside : copy.dashboard.pastDueGrace;
    return say(plan, format.date(found.until));
  };
  return (
    <Notice
      tone="danger"
      title={copy.dashboard.pastDueTitle}
      action={
        subscription.former === null && (
          <Button
            onClick={() => portal.openPortal('fix_payment', subscription.id)}
            loading={portal.isBusy('fix_payment', subscription.id)}
            disabled={portal.busy !== null}
          >
            {copy.actions.fixPayment}
          </Button>
        )
      }
    >
      {text()}
    </Notice>
  );
}
