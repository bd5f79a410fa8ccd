import { Link } from '../../../router/Link.tsx';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { useServerWords } from '../../../text/useServerWords.ts';
import { type ReconcileView, trpc } from '../../../trpc.ts';
import { StatusBadge } from '../../subscription/StatusBadge.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from '../Operator.module.css';

/** What the last comparison with a provider snapshot found. */
export function Drift() {
  const { copy, format } = useOperatorText();
  const inWords = useServerWords();
  const run = trpc.operator.drift.useQuery();
  const texts = copy.operator;
  if (run.isPending) return <Skeleton height={320} />;
  if (run.isError) return <ErrorState error={run.error} retry={() => void run.refetch()} busy={run.isFetching} />;
  if (!run.data) return <Empty title={texts.noRun}>{texts.noRunText}</Empty>;
  const { provider, startedAt, finishedAt, fix, customers, subscriptions, failed, stopped, drifts } = run.data;
  return (
    <section className="stack" aria-labelledby="drift-heading">
      <h2 id="drift-heading">{texts.driftTitle}</h2>
      <Facts
        facts={[
          [texts.provider, provider],
          [texts.started, format.time(startedAt)],
          [texts.finished, finishedAt ? format.time(finishedAt) : texts.unfinished],
          [texts.compared, texts.comparedText(customers, subscriptions)],
          [texts.mode, fix ? texts.modes.fix : texts.modes.look],
        ]}
      />
      {stopped && (
        <Notice tone="warning" title={texts.nothingEnded}>
          {inWords('stops', stopped)}
        </Notice>
      )}
      {failed > 0 && <Notice tone="warning" title={texts.leftOut(failed)} />}
      {drifts.length > 0 && <DriftTable drifts={drifts} />}
      {drifts.length === 0 && finishedAt && <Notice tone="positive" title={texts.noDrift} />}
    </section>
  );
}

function DriftTable({ drifts }: Pick<ReconcileView, 'drifts'>) {
  const { copy } = useOperatorText();
  const texts = copy.operator;
  const titles = [texts.class, texts.about, texts.user, texts.ours, texts.theirs, texts.fixed];
  return (
    <DataTable caption={texts.driftCaption} titles={titles}>
      {drifts.map((drift) => (
        <DriftRow key={`${drift.about} ${drift.class}`} drift={drift} />
      ))}
    </DataTable>
  );
}

function DriftRow({ drift }: { drift: ReconcileView['drifts'][number] }) {
  const { copy } = useOperatorText();
  const inWords = useServerWords();
  const { userId, fixed } = drift;
  // What could not be read is told in the provider's words.
  const worded = (value: string) => (drift.class === 'unreadable' ? value : inWords('differences', value));
  /** null: whoever was asked knows nothing of it; empty: it is linked to nothing. */
  const said = (value: string | null) =>
    value === null ? copy.operator.notKnown : value === '' ? copy.operator.nothing : worded(value);
  return (
    <tr className={classes.row}>
      <td>{copy.operator.classes[drift.class] ?? drift.class}</td>
      <td className="code">{drift.about}</td>
      <td className="code">
        {userId ? <Link to={`/operator/person?${new URLSearchParams({ who: userId })}`}>{userId}</Link> : '–'}
      </td>
      <td className={classes.value} data-label={copy.operator.ours}>
        {said(drift.ours)}
      </td>
      <td className={classes.value} data-label={copy.operator.theirs}>
        {said(drift.theirs)}
      </td>
      <td>
        <StatusBadge tone={fixed ? 'positive' : 'warning'} icon={fixed ? 'check' : 'alert'}>
          {fixed ? copy.operator.fixed : copy.operator.notFixed}
        </StatusBadge>
      </td>
    </tr>
  );
}
