import { Link } from '../../../router/Link.tsx';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { trpc } from '../../../trpc.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from '../Operator.module.css';

/** Whose trial somebody else had before, and what tells so. Nothing is to be done about it here. */
export function RepeatedTrials() {
  const { copy, format, planName } = useOperatorText();
  const trials = trpc.operator.repeatedTrials.useQuery();
  const texts = copy.operator.repeatedTrials;
  if (trials.isPending) return <Skeleton height={120} />;
  return (
    <section className="stack" aria-labelledby="trials-heading">
      <h2 id="trials-heading">{texts.title}</h2>
      {trials.isError && (
        <ErrorState error={trials.error} retry={() => void trials.refetch()} busy={trials.isFetching} />
      )}
      {trials.data?.length === 0 && <Notice tone="positive" title={texts.none} />}
      {trials.data && trials.data.length > 0 && (
        <>
          <p>{texts.lead}</p>
          <DataTable caption={texts.caption} titles={[texts.user, texts.by, texts.trial]}>
            {trials.data.map(({ userId, subscriptionId, plan, provider, by, startedAt }) => (
              <tr key={subscriptionId} className={classes.row}>
                <td className="code">
                  <Link to={`/operator/person?${new URLSearchParams({ who: userId })}`}>{userId}</Link>
                </td>
                <td className={classes.value} data-label={texts.by}>
                  {by.map((kind) => texts.kinds[kind]).join(', ')}
                </td>
                <td className={classes.value} data-label={texts.trial}>
                  {[planName(plan), provider, startedAt && format.date(startedAt)].filter(Boolean).join(' · ')}
                </td>
              </tr>
            ))}
          </DataTable>
        </>
      )}
    </section>
  );
}
