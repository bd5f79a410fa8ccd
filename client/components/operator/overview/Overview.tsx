import { useDesk } from '../../../hooks/useDesk.ts';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { type DeskAnswers, type Need, needsOf } from '../../../views/needs.ts';
import { partsOf } from '../../../views/statement/sentence.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './Overview.module.css';

/** What needs somebody, the dearest first. That nothing does is said only after a comparison with the provider. */
export function Overview() {
  const desk = useDesk();
  if (desk.error) return <ErrorState {...desk} error={desk.error} />;
  if (!desk.answers) return <Skeleton height={320} />;
  return <Needs desk={desk.answers} />;
}

function Needs({ desk }: { desk: DeskAnswers }) {
  const { copy } = useOperatorText();
  const needs = needsOf(desk);
  const texts = copy.operator.needs;
  const total = texts.total(needs.length);
  return (
    <section className={classes.overview} aria-labelledby="needs-heading">
      <h2 id="needs-heading" className="statement">
        {needs.length > 0 ? <Said text={texts.heading(total, needs.length)} facts={[total]} /> : texts.none}
      </h2>
      {needs.length > 0 && (
        <ul className={classes.list}>
          {needs.map((need) => (
            <Row key={need.kind} need={need} />
          ))}
        </ul>
      )}
      <Compared drift={desk.drift} />
    </section>
  );
}

function Row({ need: { kind, count, since, tone, to } }: { need: Need }) {
  const { copy, format } = useOperatorText();
  const texts = copy.operator.needs;
  const { things, said, why, action } = texts.kinds[kind];
  const counted = things(count);
  return (
    <li className={classes.need} data-tone={tone}>
      <Icon name="alert" />
      <div>
        <p>
          <Said text={said(counted, count)} facts={[counted]} />
        </p>
        <p className="quiet small">{[why, since && texts.since(format.date(since))].filter(Boolean).join(' ')}</p>
      </div>
      <ButtonLink to={to} variant="default" label={`${action}: ${said(counted, count)}`}>
        {action}
      </ButtonLink>
    </li>
  );
}

function Said({ text, facts }: { text: string; facts: string[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other name
  return partsOf({ text, facts }).map(({ text: part, isFact }, at) => (isFact ? <b key={at}>{part}</b> : part));
}

/** Green only if something was compared. */
function Compared({ drift }: Pick<DeskAnswers, 'drift'>) {
  const { copy, format } = useOperatorText();
  const texts = copy.operator.needs;
  const { customers = 0, subscriptions = 0, finishedAt = null, failed = 0, drifts = [] } = drift ?? {};
  const isGood = finishedAt !== null && customers + subscriptions > 0 && failed === 0 && drifts.length === 0;
  return (
    <p className={classes.compared} data-tone={isGood ? 'positive' : undefined}>
      <Icon name={isGood ? 'check' : 'clock'} />
      {finishedAt === null
        ? texts.neverCompared
        : texts.compared(format.time(finishedAt), copy.operator.comparedText(customers, subscriptions))}
    </p>
  );
}
