import { usePayments } from '../../../hooks/usePayments.ts';
import { usePageText } from '../../../text/usePageText.ts';
import { ButtonAway } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** The newest payment that waits for its reader's word to their bank. */
export function ConfirmPayment() {
  const { copy, format } = usePageText();
  const { data } = usePayments();
  const waiting = data?.payments.find(({ actionUrl }) => actionUrl !== null);
  if (!waiting?.actionUrl) return null;
  return (
    <Notice
      tone="warning"
      title={copy.payments.confirmTitle(format.money(waiting.amount, waiting.currency))}
      action={
        <ButtonAway variant="filled" href={waiting.actionUrl}>
          {copy.payments.confirm}
        </ButtonAway>
      }
    >
      {copy.payments.confirmText}
    </Notice>
  );
}
