import type { usePortal } from '../../hooks/usePortal.ts';
import { useText } from '../../text/useText.tsx';
import type { AccessView, SubscriptionView } from '../../trpc.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

interface PastDueAlertProps {
  subscription: Pick<SubscriptionView, 'id' | 'plan' | 'former'>;
  access: AccessView;
  portal: ReturnType<typeof usePortal>;
}

/** Says what is lost and when, with the way to prevent it. */
export function PastDueAlert({ subscription, access, portal }: PastDueAlertProps) {
  const { copy, format, planName } = useText();
  const text =
    access.reason === 'past_due_grace' && access.until
      ? copy.dashboard.pastDueGrace(planName(access.plan), format.date(access.until))
      : copy.dashboard.pastDueExpired(planName(subscription.plan));
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
      {text}
    </Notice>
  );
}
