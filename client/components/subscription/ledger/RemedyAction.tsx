import type { usePortal } from '../../../hooks/usePortal.ts';
import { usePageText } from '../../../text/usePageText.ts';
import type { Remedy } from '../../../views/ledger/remedy.ts';
import type { ShownPayment } from '../../../views/payments.ts';
import { Button } from '../../ui/Button.tsx';

interface RemedyActionProps {
  remedy: Remedy;
  payment: ShownPayment;
  portal: ReturnType<typeof usePortal>;
}

/** The one action that helps a payment. */
export function RemedyAction({ remedy, payment, portal }: RemedyActionProps) {
  const { copy, format } = usePageText();
  const money = format.money(payment.amount, payment.currency);
  if (remedy.kind === 'pay')
    return (
      <Button
        variant="default"
        loading={portal.isBusy('fix_payment', remedy.subscriptionId)}
        disabled={portal.busy !== null}
        onClick={() => portal.openPortal('fix_payment', remedy.subscriptionId)}
      >
        {copy.payments.pay(money)}
      </Button>
    );
  const confirms = remedy.kind === 'confirm';
  const name = confirms ? copy.payments.confirmOf(money, format.date(payment.createdAt)) : undefined;
  return (
    <a href={remedy.url} target="_blank" rel="noreferrer" aria-label={name}>
      {confirms ? copy.payments.confirm : copy.payments.payFormer}
    </a>
  );
}
