import { useId } from 'react';
import type { usePortal } from '../../../hooks/usePortal.ts';
import { saveAs } from '../../../saveAs.ts';
import { usePageText } from '../../../text/usePageText.ts';
import { csvOf } from '../../../views/ledger/csv.ts';
import { isZero } from '../../../views/ledger/decimals.ts';
import type { Remedy } from '../../../views/ledger/remedy.ts';
import type { LedgerYear as Ledger, Total } from '../../../views/ledger/years.ts';
import { type ShownPayment, statusText } from '../../../views/payments.ts';
import { Button } from '../../ui/Button.tsx';
import { PaymentTable } from '../payments/PaymentTable.tsx';
import classes from './Ledger.module.css';
import { RemedyAction } from './RemedyAction.tsx';

interface LedgerYearProps {
  ledger: Ledger;
  remedies: ReadonlyMap<string, Remedy>;
  portal: ReturnType<typeof usePortal>;
}

export function LedgerYear({ ledger: { year, payments, totals }, remedies, portal }: LedgerYearProps) {
  const { copy } = usePageText();
  const id = useId();
  const name = `${year}`;
  const download = useCsv();
  const remedyOf = (payment: ShownPayment) => {
    const remedy = remedies.get(payment.id);
    return remedy && <RemedyAction remedy={remedy} payment={payment} portal={portal} />;
  };
  return (
    <section className={classes.year} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{name}</h2>
        <Button
          variant="plain"
          aria-label={copy.payments.csvOf(name)}
          onClick={() => download(copy.payments.csvFile(name), payments)}
        >
          {copy.payments.csv}
        </Button>
      </div>
      <PaymentTable
        payments={payments}
        caption={copy.payments.yearCaption(name)}
        remedyOf={remedyOf}
        footer={totals.map((total) => <TotalRow key={total.currency} total={total} year={name} />)}
      />
    </section>
  );
}

function TotalRow({ total: { currency, paid, returned, net }, year }: { total: Total; year: string }) {
  const { copy, format } = usePageText();
  const money = (amount: string) => format.money(amount, currency);
  return (
    <tr className={classes.total}>
      <th scope="row" colSpan={3}>
        {copy.payments.paidIn(year)}
        {!isZero(returned) && (
          <span className={classes.returned}>{copy.payments.afterReturned(money(paid), money(returned))}</span>
        )}
      </th>
      <td>{money(net)}</td>
    </tr>
  );
}

/** Downloads payments in the reader's language. */
function useCsv() {
  const { copy, format, planName } = usePageText();
  const texts = copy.payments;
  return (file: string, payments: readonly ShownPayment[]) => {
    const csv = csvOf(payments, {
      columns: texts.csvColumns,
      what: (bought) => ('plan' in bought ? planName(bought.plan) : (texts.types[bought.type] ?? bought.type)),
      // The amounts have columns of their own.
      status: (payment) =>
        payment.status === 'partially_refunded' ? texts.csvPartlyRefunded : statusText(payment, copy, format),
    });
    saveAs(file, csv, 'text/csv;charset=utf-8');
  };
}
