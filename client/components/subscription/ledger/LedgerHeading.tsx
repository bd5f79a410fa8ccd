import { useContext } from 'react';
import { ActingContext } from '../../../hooks/useWay.ts';
import { usePageText } from '../../../text/usePageText.ts';
import { isZero } from '../../../views/ledger/decimals.ts';
import type { LedgerYear } from '../../../views/ledger/years.ts';
import { partsOf } from '../../../views/statement/sentence.ts';
import { Heading } from '../../ui/Heading.tsx';

/** What this year has cost so far; what came back is deducted. */
export function LedgerHeading({ years, now }: { years: readonly LedgerYear[]; now: Date }) {
  const { copy, format } = usePageText();
  const isOrganisation = useContext(ActingContext);
  const { paid, paidNothing, orgPaid, orgPaidNothing, and, ledger } = copy.payments;
  const year = now.getFullYear();
  const totals = years.find((one) => one.year === year)?.totals ?? [];
  const sums = totals.filter(({ net }) => !isZero(net)).map(({ net, currency }) => format.money(net, currency));
  const say = isOrganisation ? orgPaid : paid;
  const sayNothing = isOrganisation ? orgPaidNothing : paidNothing;
  const text = sums.length > 0 ? say(and(sums), `${year}`) : sayNothing(`${year}`);
  return (
    <Heading title={ledger}>
      {partsOf({ text, facts: [...sums, `${year}`] }).map(({ text: part, isFact }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other name
        isFact ? <b key={at}>{part}</b> : part,
      )}
    </Heading>
  );
}
