import type { ReactNode } from 'react';
import { usePageText } from '../../../text/usePageText.ts';
import { boughtIn, type ShownPayment, statusText } from '../../../views/payments.ts';
import type { Tone } from '../../../views/subscriptionCard.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { toneIcons } from '../../ui/Icon.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import classes from './PaymentTable.module.css';

const tones: Record<string, Tone> = {
  succeeded: 'positive',
  refunded: 'neutral',
  partially_refunded: 'neutral',
  disputed: 'warning',
  pending: 'info',
};

interface PaymentTableProps {
  payments: ShownPayment[];
  /** Default: that they are the reader's own. */
  caption?: string;
  /** What helps a payment, in place of the link to its confirmation. */
  remedyOf?(payment: ShownPayment): ReactNode;
  /** Rows with what they add up to. */
  footer?: ReactNode;
}

export function PaymentTable({ payments, caption, remedyOf, footer }: PaymentTableProps) {
  const { copy } = usePageText();
  const texts = copy.payments;
  return (
    <DataTable
      caption={caption ?? texts.caption}
      titles={[texts.date, texts.for, texts.status, texts.amount]}
      footer={footer}
    >
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} remedy={remedyOf?.(payment)} />
      ))}
    </DataTable>
  );
}

/** What it pays for, where that is known. */
function PeriodLine({ payment: { periodStart, periodEnd } }: { payment: ShownPayment }) {
  const { copy, format } = usePageText();
  const period = periodStart && periodEnd && copy.payments.period(format.date(periodStart), format.date(periodEnd));
  return period && <p className={classes.bought}>{period}</p>;
}

/** Only what can be done: nothing has a receipt before it is paid. */
function PaymentLinks({ payment, date, remedy }: PaymentRowProps & { date: string }) {
  const { copy, format } = usePageText();
  const { actionUrl, invoiceUrl, receiptUrl, status, amount, currency } = payment;
  const texts = copy.payments;
  const links = [
    {
      href: remedy ? null : actionUrl,
      word: texts.confirm,
      name: texts.confirmOf(format.money(amount, currency), date),
    },
    { href: invoiceUrl, word: texts.invoice, name: texts.invoiceOf(date) },
    { href: status === 'failed' ? null : receiptUrl, word: texts.receipt, name: texts.receiptOf(date) },
  ].filter(({ href }) => href !== null);
  if (links.length === 0 && !remedy) return null;
  return (
    <div className={classes.links}>
      {remedy}
      {links.map(({ href, word, name }) => (
        <a key={word} href={href ?? ''} target="_blank" rel="noreferrer" aria-label={name}>
          {word}
        </a>
      ))}
    </div>
  );
}

interface PaymentRowProps {
  payment: ShownPayment;
  remedy?: ReactNode;
}

function PaymentRow({ payment, remedy }: PaymentRowProps) {
  const { copy, format, planName } = usePageText();
  const bought = boughtIn(payment);
  const date = format.date(payment.createdAt);
  const { status, amount, amountDiscounted, currency } = payment;
  const money = (decimal: string) => format.money(decimal, currency);
  const said = statusText(payment, copy, format);
  const tone = tones[status] ?? (payment.writtenOff ? 'neutral' : 'danger');
  return (
    <tr className={classes.row}>
      <td className={classes.date} data-repeated={payment.periodStart !== null || undefined}>
        <time dateTime={payment.createdAt}>{date}</time>
      </td>
      <td className={classes.what}>
        {'plan' in bought ? planName(bought.plan) : (copy.payments.types[bought.type] ?? bought.type)}
        <PeriodLine payment={payment} />
        <PaymentLinks payment={payment} date={date} remedy={remedy} />
      </td>
      <td className={classes.status}>
        {status === 'succeeded' ? (
          <div className="visually-hidden">{said}</div>
        ) : (
          <StatusBadge tone={tone} icon={toneIcons[tone]}>
            {said}
          </StatusBadge>
        )}
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
