import { useState } from 'react';
import { useFocusInstead } from '../../../hooks/useFocusInstead.ts';
import { Link } from '../../../router/Link.tsx';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { failureOf, type ReportedOwner, trpc } from '../../../trpc.ts';
import { problemOf } from '../../../views/failureText.ts';
import { withTax } from '../../../views/withTax.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from '../Operator.module.css';

/** Who has several live subscriptions of which nothing was ended by itself, and which of them stays. */
export function Duplicates() {
  const { copy } = useOperatorText();
  const utils = trpc.useUtils();
  const owners = trpc.operator.duplicates.useQuery();
  const keep = trpc.operator.keep.useMutation({
    retry: false,
    onSettled: () => utils.operator.duplicates.invalidate(),
  });
  const root = useFocusInstead<HTMLElement>(keep.isSuccess);
  const texts = copy.operator.several;
  if (owners.isPending) return <Skeleton height={120} />;
  const titles = [texts.user, texts.reason, texts.subscriptions];
  return (
    <section ref={root} tabIndex={-1} className="stack" aria-labelledby="duplicates-heading">
      <h2 id="duplicates-heading">{texts.title}</h2>
      {owners.isError ? (
        <ErrorState error={owners.error} retry={() => void owners.refetch()} busy={owners.isFetching} />
      ) : (
        <>
          {keep.error && <ProblemNotice problem={problemOf(failureOf(keep.error), copy, copy.several.failed)} />}
          {owners.data.length === 0 && <Notice tone="positive" title={texts.none} />}
          {owners.data.length > 0 && <p>{texts.lead}</p>}
          {owners.data.length > 0 && (
            <DataTable caption={texts.caption} titles={titles}>
              {owners.data.map((owner) => (
                <Owner
                  key={owner.userId}
                  owner={owner}
                  kept={keep.isPending ? keep.variables.subscriptionId : null}
                  keep={(subscriptionId) => keep.mutate({ userId: owner.userId, subscriptionId })}
                />
              ))}
            </DataTable>
          )}
        </>
      )}
    </section>
  );
}

interface KeepOneProps {
  plan: string;
  busy: boolean;
  disabled: boolean;
  keep(): void;
}

/** Others end by it, so it asks first. */
function KeepOne({ plan, busy, disabled, keep }: KeepOneProps) {
  const { copy } = useOperatorText();
  const { several } = copy;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" loading={busy} disabled={disabled} onClick={() => setAsking(true)}>
        {several.keep(plan)}
      </Button>
      {asking && (
        <ConfirmDialog
          title={several.keepTitle(plan)}
          confirm={several.keep(plan)}
          dismiss={several.keepAll}
          busy={busy}
          destructive
          onConfirm={() => {
            setAsking(false);
            keep();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{copy.operator.several.ends}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface OwnerProps {
  owner: ReportedOwner;
  /** The subscription that is being kept; null: none. */
  kept: string | null;
  keep(subscriptionId: string): void;
}

function Owner({ owner: { userId, reason, foundAt, subscriptions }, kept, keep }: OwnerProps) {
  const { copy, format, planName } = useOperatorText();
  const texts = copy.operator.several;
  return (
    <tr className={classes.row}>
      <td className="code">
        <Link to={`/operator/person?${new URLSearchParams({ who: userId })}`}>{userId}</Link>
      </td>
      <td className={classes.value} data-label={texts.reason}>
        {texts.reasons[reason] ?? reason} <span className="quiet">({format.time(foundAt)})</span>
      </td>
      <td className={classes.value} data-label={texts.subscriptions}>
        <ul className={classes.choices}>
          {subscriptions.map(({ id, plan, amount, currency, interval, taxIncluded, provider, createdAt }) => (
            <li key={id}>
              {planName(plan)} · {amount === null ? texts.amountNotKnown : format.money(amount, currency)}{' '}
              {withTax(copy.dashboard.per[interval] ?? interval, taxIncluded, copy)} ·{' '}
              {texts.boughtAt(provider, format.date(createdAt))}
              <KeepOne plan={planName(plan)} busy={kept === id} disabled={kept !== null} keep={() => keep(id)} />
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
