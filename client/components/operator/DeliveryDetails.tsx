import { Link } from '../../router/Link.tsx';
import { useOperatorText } from '../../text/useOperatorText.ts';
import { type DeliveryView, failureOf, trpc } from '../../trpc.ts';
import { readablePayload } from '../../views/deliveryFilter.ts';
import { problemOf } from '../../views/failureText.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import classes from './Operator.module.css';

/** A delivery's payload, and the button that applies it once more. */
export function DeliveryDetails({ entry }: { entry: DeliveryView }) {
  const { copy, format } = useOperatorText();
  const texts = copy.operator;
  const body = trpc.operator.body.useQuery(entry.id);
  return (
    <div className="stack">
      <Facts
        facts={[
          [texts.eventId, entry.eventId],
          [texts.occurred, entry.occurredAt && format.time(entry.occurredAt)],
          [texts.lastAttempt, entry.deliveries > 1 && format.time(entry.lastReceivedAt)],
          [
            texts.user,
            entry.userId && (
              <Link to={`/operator/person?${new URLSearchParams({ who: entry.userId })}`}>{entry.userId}</Link>
            ),
          ],
        ]}
      />
      {body.isPending && <Skeleton height={160} />}
      {body.isError && <ErrorState error={body.error} retry={() => void body.refetch()} busy={body.isFetching} />}
      {body.data?.body === null && <p className="quiet">{texts.noPayload}</p>}
      {body.data?.body != null && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keyboards must reach it */}
          <section className={classes.payload} aria-label={texts.payload} tabIndex={0}>
            <pre>{readablePayload(body.data.body)}</pre>
          </section>
          {!entry.isSnapshot && <Resend id={entry.id} />}
        </>
      )}
    </div>
  );
}

function Resend({ id }: { id: string }) {
  const { copy } = useOperatorText();
  const utils = trpc.useUtils();
  const { operator } = copy;
  const resend = trpc.operator.resend.useMutation({
    retry: false,
    onSettled: () => Promise.all([utils.operator.deliveries.invalidate(), utils.operator.explain.invalidate()]),
  });
  const outcome = resend.data?.outcome;
  return (
    <div className={classes.resend}>
      <Button variant="default" onClick={() => !resend.isPending && resend.mutate(id)} loading={resend.isPending}>
        {operator.resend}
      </Button>
      {outcome && <Notice tone="info" title={operator.resent(operator.outcomes[outcome] ?? outcome)} />}
      {resend.error && <ProblemNotice problem={problemOf(failureOf(resend.error), copy, operator.resendFailed)} />}
    </div>
  );
}
