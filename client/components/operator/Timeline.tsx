import { Link } from '../../router/Link.tsx';
import { useOperatorText } from '../../text/useOperatorText.ts';
import { useServerWords } from '../../text/useServerWords.ts';
import type { ExplanationView } from '../../trpc.ts';
import { organisationName } from '../../views/ownerName.ts';
import { PaymentTable } from '../subscription/payments/PaymentTable.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Grants } from './grants/Grants.tsx';
import { LinkCustomer } from './links/LinkCustomer.tsx';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import classes from './Timeline.module.css';

/** What happened to a person, in order; the last item is what holds now, and why. */
export function Timeline({ explanation }: { explanation: ExplanationView }) {
  const { copy } = useOperatorText();
  const { email, userId, timeline, refetchesWaiting, payments } = explanation;
  return (
    <section className={`sheet inset ${classes.person}`} aria-labelledby="person-heading">
      <div>
        <h2 id="person-heading">{email ?? organisationName(userId) ?? copy.operator.noAccount}</h2>
        <p className="code">{userId}</p>
        <p>
          <Link to={`/operator/deliveries?${new URLSearchParams({ q: userId })}`}>{copy.operator.showDelivery}</Link>
        </p>
      </div>
      {refetchesWaiting > 0 && (
        <Facts facts={[[copy.operator.outcomes.open ?? '', copy.operator.refetchesWaiting(refetchesWaiting)]]} />
      )}
      <ol className={classes.timeline} aria-label={copy.operator.timeline}>
        {timeline.map((entry) => (
          <TimelineItem key={`${entry.kind} ${entry.ledgerId ?? entry.at}`} entry={entry} />
        ))}
        <Now access={explanation.access} />
      </ol>
      <Grants userId={userId} grants={explanation.grants} />
      <LinkCustomer userId={userId} />
      {payments.length > 0 && <PaymentTable payments={payments} caption={copy.operator.payments} />}
    </section>
  );
}

function TimelineItem({ entry: { at, kind, outcome, what, reason } }: { entry: ExplanationView['timeline'][number] }) {
  const { format } = useOperatorText();
  const inWords = useServerWords();
  // Why something was given is the operator's own word.
  const why =
    kind === 'grant'
      ? reason
      : reason
          ?.split('; ')
          .map((remark) => inWords('remarks', remark))
          .join('; ');
  return (
    <li>
      <p className={classes.when}>
        <time dateTime={at}>{format.time(at)}</time> <OutcomeBadge outcome={outcome} />
      </p>
      <p>{inWords('steps', what)}</p>
      {why && <p className="quiet">{why}</p>}
    </li>
  );
}

function Now({ access }: { access: ExplanationView['access'] }) {
  const { copy, format, planName } = useOperatorText();
  const texts = copy.operator;
  return (
    <li className={classes.now} data-free={access.plan === 'free' || undefined}>
      <p className={classes.when}>{texts.now}</p>
      <p className={classes.verdict}>
        {texts.mayUse(planName(access.plan))} {access.until && texts.until(format.time(access.until))}
      </p>
      <p>{texts.reasons[access.reason] ?? access.reason}</p>
    </li>
  );
}
