import { useText } from '../../text/useText.tsx';
import type { PaymentView } from '../../trpc.ts';
import type { Tone } from '../../views/subscriptionCard.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { toneIcons } from '../ui/Icon.tsx';
import classes from './PaymentTable.module.css';
import { StatusBadge } from './StatusBadge.tsx';

const tones: Record<string, Tone> = {
  succeeded: 'positive',
  refunded: 'neutral',
  partially_refunded: 'neutral',
  disputed: 'warning',
};

interface PaymentTableProps {
  payments: PaymentView[];
  /** Default: that they are the reader's own. */
  caption?: string;
}

export function PaymentTable({ payments, caption }: PaymentTableProps) {
  const { copy } = useText();
  const texts = copy.payments;
  return (
    <DataTable caption={caption ?? texts.caption} titles={[texts.date, texts.for, texts.status, texts.amount]}>
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </DataTable>
  );
}

function PaymentRow({ payment }: { payment: PaymentView }) {
  const { copy, format } = useText();
  const date = format.date(payment.createdAt);
  const { status, amount, amountRefunded, amountDiscounted, currency } = payment;
  const money = (decimal: string) => format.money(decimal, currency);
  const statusText =
    status === 'partially_refunded'
      ? copy.payments.partlyRefunded(money(amountRefunded), money(amount))
      : (copy.payments.statuses[status] ?? status);
  const tone = tones[payment.status] ?? 'danger';
  return (
    <tr className={classes.row}>
      <td className={classes.date}>
        <time dateTime={payment.createdAt}>{date}</time>
      </td>
      <td className={classes.what}>
        {payment.description || copy.payments.types[payment.type] || payment.type}
        {payment.receiptUrl && (
          <>
            {' '}
            <a href={payment.receiptUrl} target="_blank" rel="noreferrer" aria-label={copy.payments.receiptOf(date)}>
              {copy.payments.receipt}
            </a>
          </>
        )}
      </td>
      <td className={classes.status}>
        <StatusBadge tone={tone} icon={toneIcons[tone]}>
          {statusText}
        </StatusBadge>
      </td>
      <td className={classes.paid}>
        {money(amount)}
        {amountDiscounted && (
          <span className={classes.discount}>{copy.payments.discount(money(amountDiscounted))}</span>
        )}
      </td>
    </tr>
  );
}
