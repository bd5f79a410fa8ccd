import { Link } from '../../router/Link.tsx';
import { useOperatorText } from '../../text/useOperatorText.ts';
import { useServerWords } from '../../text/useServerWords.ts';
import type { ExplanationView } from '../../trpc.ts';
import { organisationName } from '../../views/ownerName.ts';
import { PaymentTable } from '../subscription/payments/PaymentTable.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Grants } from './grants/Grants.tsx';
import { LinkCustomer } from './links/LinkCustomer.tsx';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import classes from './Timeline.module.css';

/** What a person may use now, and why; what was paid and given; then all that led there. */
export function Timeline({ who, explanation }: { who: string; explanation: ExplanationView }) {
  const { copy } = useOperatorText();
  const { email, userId, proven, named, timeline, refetchesWaiting, payments } = explanation;
  return (
    <section className={`sheet inset ${classes.person}`} aria-labelledby="person-heading">
      <div>
        <h2 id="person-heading">{email ?? organisationName(userId) ?? copy.operator.noAccount}</h2>
        {email && !proven && <p>{copy.operator.unproven}</p>}
        <p className="code">{userId}</p>
        <p>
          <Link to={`/operator/deliveries?${new URLSearchParams({ q: userId })}`}>{copy.operator.showDelivery}</Link>
        </p>
      </div>
      <Now access={explanation.access} />
      {refetchesWaiting > 0 && (
        <Facts facts={[[copy.operator.outcomes.open ?? '', copy.operator.refetchesWaiting(refetchesWaiting)]]} />
      )}
      {payments.length > 0 && (
        <section className="stack">
          <h3>{copy.operator.payments}</h3>
          <PaymentTable payments={payments} caption={copy.operator.payments} />
        </section>
      )}
      {!named && (
        <Notice tone="warning" title={copy.operator.notByAddress}>
          {copy.operator.anyoneSignsUp}{' '}
          <Link to={`/operator/person?${new URLSearchParams({ who: userId })}`}>{copy.operator.openById}</Link>
        </Notice>
      )}
      <Grants who={named ? who : null} userId={userId} grants={explanation.grants} />
      {named && <LinkCustomer who={who} userId={userId} />}
      {timeline.length > 0 && (
        <section className="stack">
          <h3>{copy.operator.timeline}</h3>
          <ol className={classes.timeline} aria-label={copy.operator.timeline}>
            {timeline.toReversed().map((entry) => (
              <TimelineItem key={`${entry.kind} ${entry.ledgerId ?? entry.at}`} entry={entry} />
            ))}
          </ol>
        </section>
      )}
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
    <div>
      <p className={classes.verdict}>
        {texts.mayUse(planName(access.plan))} {access.until && texts.until(format.time(access.until))}
      </p>
      <p>{texts.reasons[access.reason] ?? access.reason}</p>
    </div>
  );
}
