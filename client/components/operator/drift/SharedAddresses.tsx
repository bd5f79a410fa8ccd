import { Link } from '../../../router/Link.tsx';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { trpc } from '../../../trpc.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from '../Operator.module.css';

/** Accounts whose address another one proved, although they bought under it: a person decides whether to move it. */
export function SharedAddresses() {
  const { copy, format } = useOperatorText();
  const accounts = trpc.operator.sharedAddresses.useQuery();
  const texts = copy.operator.sharedAddresses;
  if (accounts.isPending) return <Skeleton height={120} />;
  return (
    <section className="stack" aria-labelledby="shared-heading">
      <h2 id="shared-heading">{texts.title}</h2>
      {accounts.isError && (
        <ErrorState error={accounts.error} retry={() => void accounts.refetch()} busy={accounts.isFetching} />
      )}
      {accounts.data?.length === 0 && <Notice tone="positive" title={texts.none} />}
      {accounts.data && accounts.data.length > 0 && (
        <>
          <p>{texts.lead}</p>
          <DataTable caption={texts.caption} titles={[texts.user, texts.kept, texts.since, texts.command]}>
            {accounts.data.map(({ auditId, userId, toUserId, at }) => (
              <tr key={auditId} className={classes.row}>
                <td className="code">
                  <PersonLink userId={userId} />
                </td>
                <td className="code" data-label={texts.kept}>
                  <PersonLink userId={toUserId} />
                </td>
                <td className={classes.value} data-label={texts.since}>
                  {format.date(at)}
                </td>
                <td className="code" data-label={texts.command}>
                  billing move {userId} {toUserId} --reason TEXT
                </td>
              </tr>
            ))}
          </DataTable>
        </>
      )}
    </section>
  );
}

const PersonLink = ({ userId }: { userId: string }) => (
  <Link to={`/operator/person?${new URLSearchParams({ who: userId })}`}>{userId}</Link>
);
