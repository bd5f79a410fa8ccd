import { useFocusInstead } from '../../../hooks/useFocusInstead.ts';
import { Link } from '../../../router/Link.tsx';
import { useRequestText } from '../../../text/useRequestText.ts';
import { type ContractRequestView, failureOf, trpc } from '../../../trpc.ts';
import { problemOf } from '../../../views/failureText.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from '../Operator.module.css';

/** Cancellations and withdrawals that came without signing in. */
export function Requests() {
  const { copy, requests } = useRequestText();
  const texts = requests.desk;
  const list = trpc.operator.requests.useQuery();
  const utils = trpc.useUtils();
  const close = trpc.operator.closeRequest.useMutation({ onSettled: () => utils.operator.requests.invalidate() });
  if (list.isPending) return <Skeleton height={120} />;
  return (
    <section className="stack" aria-labelledby="requests-heading">
      <h2 id="requests-heading">{texts.title}</h2>
      {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} busy={list.isFetching} />}
      {close.error && <ProblemNotice problem={problemOf(failureOf(close.error), copy)} />}
      {list.data?.every(({ closedAt }) => closedAt !== null) && <Notice tone="positive" title={texts.none} />}
      {list.data && list.data.length > 0 && (
        <DataTable caption={texts.caption} titles={[texts.who, texts.what, texts.state]}>
          {list.data.map((request) => (
            <Row
              key={request.number}
              request={request}
              closing={close.variables?.number === request.number ? close.status : 'idle'}
              busy={close.isPending}
              onClose={() => close.mutate({ number: request.number })}
            />
          ))}
        </DataTable>
      )}
    </section>
  );
}

interface RowProps {
  request: ContractRequestView;
  /** How far the press of its own button is. */
  closing: 'idle' | 'pending' | 'success' | 'error';
  busy: boolean;
  onClose(): void;
}

function Row({ request, closing, busy, onClose }: RowProps) {
  const { format, requests } = useRequestText();
  const texts = requests.desk;
  const { number, kind, userId, proven, email, receivedAt, closedAt, state } = request;
  const said = useFocusInstead<HTMLSpanElement>(closing === 'success');
  const owner = userId === null ? texts.unknown : proven ? null : texts.unproven;
  return (
    <tr className={classes.row}>
      <td className={classes.value} data-label={texts.who}>
        {userId === null ? email : <Link to={`/operator/person?${new URLSearchParams({ who: userId })}`}>{email}</Link>}
        {owner && <p className="quiet small">{owner}</p>}
      </td>
      <td className={classes.value} data-label={texts.what}>
        {texts.kinds[kind]} · {format.time(receivedAt)} <span className="code">{number}</span>
        <Said request={request} />
      </td>
      <td className={classes.value} data-label={texts.state}>
        <span ref={said} tabIndex={-1}>
          {closedAt === null || state === 'done' ? texts.states[state] : texts.closed}
        </span>
        {closedAt === null && (
          <p>
            <Button
              variant="default"
              loading={closing === 'pending'}
              disabled={busy}
              aria-label={texts.closeOf(number)}
              onClick={onClose}
            >
              {texts.close}
            </Button>
          </p>
        )}
      </td>
    </tr>
  );
}

/** In the asker's words, and what the days say of it. */
function Said({ request }: { request: ContractRequestView }) {
  const { format, requests } = useRequestText();
  const texts = requests.desk;
  const { name, contract, reason, wish, wishedFor, boughtAt, inTime } = request;
  const time = inTime === null ? null : inTime ? texts.inTime : texts.late;
  // A day has no zone: noon is on it everywhere.
  const day = wishedFor && format.date(`${wishedFor}T12:00:00`);
  const facts = [texts.wishes[wish], day, boughtAt && texts.bought(format.date(boughtAt)), time];
  const lines = [[name, contract, reason], facts].map((parts) => parts.filter(Boolean).join(' · ')).filter(Boolean);
  return lines.map((line) => (
    <p key={line} className="quiet small">
      {line}
    </p>
  ));
}
