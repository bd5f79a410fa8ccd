import { useId } from 'react';
import type { usePortal } from '../../../hooks/usePortal.ts';
import { saveAs } from '../../../saveAs.ts';
import { useLedgerText } from '../../../text/useLedgerText.ts';
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
  const { ledger: words } = useLedgerText();
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
        <Button variant="plain" aria-label={words.csvOf(name)} onClick={() => download(words.csvFile(name), payments)}>
          {words.csv}
        </Button>
      </div>
      <PaymentTable
        payments={payments}
        caption={words.yearCaption(name)}
        remedyOf={remedyOf}
        footer={totals.map((total) => <TotalRow key={total.currency} total={total} year={name} />)}
      />
    </section>
  );
}

function TotalRow({ total: { currency, paid, returned, net }, year }: { total: Total; year: string }) {
  const { format, ledger: words } = useLedgerText();
  const money = (amount: string) => format.money(amount, currency);
  return (
    <tr className={classes.total}>
      <th scope="row" colSpan={3}>
        {words.paidIn(year)}
        {!isZero(returned) && (
          <span className={classes.returned}>{words.afterReturned(money(paid), money(returned))}</span>
        )}
      </th>
      <td>{money(net)}</td>
    </tr>
  );
}

/** Downloads payments in the reader's language. */
function useCsv() {
  const { copy, format, ledger: words, planName } = useLedgerText();
  const texts = copy.payments;
  return (file: string, payments: readonly ShownPayment[]) => {
    const csv = csvOf(payments, {
      columns: words.csvColumns,
      what: (bought) => ('plan' in bought ? planName(bought.plan) : (texts.types[bought.type] ?? bought.type)),
      // The amounts have columns of their own.
      status: (payment) =>
        payment.status === 'partially_refunded' ? words.csvPartlyRefunded : statusText(payment, copy, format),
    });
    saveAs(file, csv, 'text/csv;charset=utf-8');
  };
}
