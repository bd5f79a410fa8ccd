import { useText } from '../../text/useText.tsx';
import type { OrganisationView } from '../../trpc.ts';
import { type OrganisationFacts, organisationFacts } from '../../views/organisation.ts';

interface OrganisationPlanProps {
  organisation: OrganisationView;
  now: Date;
}

/** What the reader's organisation has; for those who pay for it, what it costs. */
export function OrganisationPlan({ organisation, now }: OrganisationPlanProps) {
  const { copy, planName } = useText();
  const { used, paid, hasNothing } = organisationFacts(organisation, now);
  const texts = copy.standing;
  return (
    <div className="sheet inset stack">
      <h3>{texts.organisationTitle}</h3>
      {used !== null && <p>{texts.organisation(planName(used))}</p>}
      {used === null && paid.length === 0 && <p>{hasNothing ? texts.organisationFree : texts.organisationUnasked}</p>}
      {paid.map((one) => (
        <PaidLine key={one.id} paid={one} />
      ))}
    </div>
  );
}

/** Plan, seats and the next charge, or why there is none. */
function PaidLine({ paid: { seats, currency, statement } }: { paid: OrganisationFacts['paid'][number] }) {
  const { copy, format, planName } = useText();
  const texts = copy.standing;
  const { next, ends } = statement;
  const money = (amount: string | null) => (amount === null ? '' : format.money(amount, currency));
  const plan = `${planName(statement.plan)} (${texts.seats(seats)})`;
  return <p>{say()}</p>;

  function say(): string {
    if (next.kind === 'charge' || next.kind === 'late')
      return texts.renews(plan, format.date(next.at), money(next.amount));
    if (next.kind === 'first') return texts.trialEnds(plan, format.date(next.at), money(next.amount));
    if (next.kind === 'uncollected') return texts.uncollected(plan, format.date(next.at));
    if (next.kind === 'due') return texts.due(plan, money(next.amount));
    if (next.kind === 'awaited') return texts.awaited(plan);
    return ends === null ? texts.rests(plan) : texts.ends(plan, format.date(ends));
  }
}
