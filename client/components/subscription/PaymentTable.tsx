import { useText } from '../../text/useText.tsx';
import type { PaymentView } from '../../trpc.ts';
import { DataTable } from '../ui/DataTable.tsx';
import classes from './PaymentTable.module.css';
import { StatusBadge } from './StatusBadge.tsx';

export function PaymentTable({ payments }: { payments: PaymentView[] }) {
  const { copy } = useText();
  const texts = copy.payments;
  return (
    <DataTable caption={texts.caption} titles={[texts.date, texts.for, texts.status, texts.amount]}>
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </DataTable>
  );
}

function PaymentRow({ payment }: { payment: PaymentView }) {
  const { copy, format } = useText();
  const date = format.date(payment.createdAt);
  const failed = payment.status !== 'succeeded';
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
        <StatusBadge tone={failed ? 'danger' : 'positive'} icon={failed ? 'alert' : 'check'}>
          {copy.payments.statuses[payment.status] ?? payment.status}
        </StatusBadge>
      </td>
      <td className={classes.paid}>{format.money(payment.amount, payment.currency)}</td>
    </tr>
  );
}
