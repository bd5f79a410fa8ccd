import { useOperatorText } from '../../text/useOperatorText.ts';
import { type JobReportView, trpc } from '../../trpc.ts';
import { StatusBadge } from '../subscription/StatusBadge.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Keys } from './Keys.tsx';
import classes from './Operator.module.css';

const timed = `${classes.value} ${classes.time}`;

/** Scheduled work, what it set aside, and what waits in the ledger. */
export function Jobs() {
  const { copy, format } = useOperatorText();
  const report = trpc.operator.jobs.useQuery();
  const texts = copy.operator;
  if (report.isPending) return <Skeleton height={320} />;
  if (report.isError)
    return <ErrorState error={report.error} retry={() => void report.refetch()} busy={report.isFetching} />;
  const { jobs, setAside, waiting, waitingDays } = report.data;
  const facts = waiting.map(({ outcome, count, oldestAt }): [string, string] => [
    texts.outcomes[outcome] ?? outcome,
    oldestAt ? texts.waitingText(count, format.time(oldestAt)) : texts.waitingNone,
  ]);
  return (
    <section className="stack" aria-labelledby="jobs-heading">
      <h2 id="jobs-heading">{texts.jobsTitle}</h2>
      {jobs.length > 0 ? <JobTable jobs={jobs} /> : <Empty title={texts.noJobs}>{texts.noJobsText}</Empty>}
      <h2>{texts.setAsideTitle}</h2>
      {setAside.length > 0 ? (
        <SetAsideTable setAside={setAside} />
      ) : (
        <Notice tone="positive" title={texts.nothingAside} />
      )}
      <Keys />
      <h2>{texts.waitingTitle}</h2>
      <Facts facts={[...facts, [texts.keptFor, texts.keptDays(waitingDays)]]} />
    </section>
  );
}

function JobTable({ jobs }: Pick<JobReportView, 'jobs'>) {
  const { copy, format } = useOperatorText();
  const texts = copy.operator;
  return (
    <DataTable caption={texts.jobsCaption} titles={[texts.job, texts.state, texts.why, texts.lastSuccess]}>
      {jobs.map(({ name, succeededAt, failures, lastError }) => (
        <tr key={name} className={classes.row}>
          <td>{name}</td>
          <td>
            <StatusBadge tone={failures > 0 ? 'warning' : 'positive'} icon={failures > 0 ? 'alert' : 'check'}>
              {failures > 0 ? texts.failedTimes(failures) : texts.working}
            </StatusBadge>
          </td>
          <td className={classes.why}>{lastError}</td>
          <td className={timed} data-label={texts.lastSuccess}>
            {succeededAt ? format.time(succeededAt) : texts.never}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function SetAsideTable({ setAside }: Pick<JobReportView, 'setAside'>) {
  const { copy, format } = useOperatorText();
  const texts = copy.operator;
  const titles = [texts.job, texts.about, texts.attempts, texts.why, texts.since, texts.nextTry];
  return (
    <>
      <p>{texts.setAsideText}</p>
      <DataTable caption={texts.setAsideCaption} titles={titles}>
        {setAside.map(({ job, key, attempts, since, dueAt, lastError }) => (
          <tr key={`${job} ${key}`} className={classes.row}>
            <td>{job}</td>
            <td className="code">{key}</td>
            <td>{texts.attemptsOf(attempts)}</td>
            <td className={classes.why}>{lastError}</td>
            <td className={timed} data-label={texts.since}>
              {format.time(since)}
            </td>
            <td className={timed} data-label={texts.nextTry}>
              {format.time(dueAt)}
            </td>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
