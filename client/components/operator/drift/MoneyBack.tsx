import { Link } from '../../../router/Link.tsx';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { type ReturnedMoney, trpc } from '../../../trpc.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from '../Operator.module.css';

/** What the service gave back by itself, what the brakes hold, and what it left to a person. */
export function MoneyBack() {
  const { copy } = useOperatorText();
  const money = trpc.operator.moneyBack.useQuery();
  const texts = copy.operator.moneyBack;
  if (money.isPending) return <Skeleton height={120} />;
  return (
    <section className="stack" aria-labelledby="money-back-heading">
      <h2 id="money-back-heading">{texts.title}</h2>
      {money.isError && <ErrorState error={money.error} retry={() => void money.refetch()} busy={money.isFetching} />}
      {money.data?.length === 0 && <Notice tone="positive" title={texts.none} />}
      {money.data?.some(({ state }) => state === 'held') && (
        <Notice tone="warning" title={texts.heldTitle}>
          {texts.heldText}
        </Notice>
      )}
      {money.data && money.data.length > 0 && (
        <DataTable caption={texts.caption} titles={[texts.user, texts.what, texts.state]}>
          {money.data.map((row) => (
            <Row key={`${row.kind} ${row.id}`} row={row} />
          ))}
        </DataTable>
      )}
    </section>
  );
}

function Row({ row: { kind, userId, provider, id, state, reason, amount, currency, at } }: { row: ReturnedMoney }) {
  const { copy, format } = useOperatorText();
  const texts = copy.operator.moneyBack;
  const money = amount !== null && currency !== null ? format.money(amount, currency) : null;
  const why = reason && (texts.reasons[reason] ?? copy.operator.several.reasons[reason] ?? reason);
  return (
    <tr className={classes.row}>
      <td className="code">
        <Link to={`/operator/person?${new URLSearchParams({ who: userId })}`}>{userId}</Link>
      </td>
      <td className={classes.value} data-label={texts.what}>
        {[texts.kinds[kind], money, provider, format.date(at)].filter(Boolean).join(' · ')}{' '}
        <span className="code">{id}</span>
      </td>
      <td className={classes.value} data-label={texts.state}>
        {[texts.states[state] ?? state, why].filter(Boolean).join(': ')}
      </td>
    </tr>
  );
}
