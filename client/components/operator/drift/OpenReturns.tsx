import { Link } from '../../../router/Link.tsx';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { trpc } from '../../../trpc.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from '../Operator.module.css';

/** Disputes whose end nobody told yet, and upgrades that were paid back while the plan stays. */
export function OpenReturns() {
  const { copy, format, planName } = useOperatorText();
  const returns = trpc.operator.returns.useQuery();
  const texts = copy.operator.returns;
  if (returns.isPending) return <Skeleton height={120} />;
  return (
    <section className="stack" aria-labelledby="returns-heading">
      <h2 id="returns-heading">{texts.title}</h2>
      {returns.isError && (
        <ErrorState error={returns.error} retry={() => void returns.refetch()} busy={returns.isFetching} />
      )}
      {returns.data?.length === 0 && <Notice tone="positive" title={texts.none} />}
      {returns.data && returns.data.length > 0 && (
        <>
          <p>{texts.lead}</p>
          <DataTable caption={texts.caption} titles={[texts.user, texts.what, texts.payment]}>
            {returns.data.map(({ userId, kind, paymentId, provider, providerPaymentId, at, ...paid }) => (
              <tr key={`${kind} ${paymentId}`} className={classes.row}>
                <td className="code">
                  <Link to={`/operator/person?${new URLSearchParams({ who: userId })}`}>{userId}</Link>
                </td>
                <td className={classes.value} data-label={texts.what}>
                  {texts.kinds[kind]} · {format.money(paid.amount, paid.currency)} · {format.date(at)}
                </td>
                <td className={classes.value} data-label={texts.payment}>
                  {[paid.plan && planName(paid.plan), provider, providerPaymentId].filter(Boolean).join(' · ')}
                </td>
              </tr>
            ))}
          </DataTable>
        </>
      )}
    </section>
  );
}
