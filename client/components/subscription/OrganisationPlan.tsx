import { Link } from '../../router/Link.tsx';
import { useText } from '../../text/useText.tsx';
import type { OrganisationView } from '../../trpc.ts';
import { type OrganisationFacts, organisationFacts } from '../../views/organisation.ts';
import { StatementHeading } from './Statement.tsx';

interface OrganisationPlanProps {
  organisation: OrganisationView;
  now: Date;
  /** It links to the organisation's own pages. */
  linked?: boolean;
}

/** What the reader's organisation has; for those who pay for it, what it costs; for its members, whom to ask. */
export function OrganisationPlan({ organisation, now, linked = false }: OrganisationPlanProps) {
  const { copy, planName } = useText();
  const { used, paid, hasNothing } = organisationFacts(organisation, now);
  const { access, billing } = organisation;
  const texts = copy.standing;
  return (
    <div className="stack">
      {paid.map((one) => (
        <PaidPlan key={one.id} paid={one} now={now} />
      ))}
      {used !== null && <p>{texts.organisation(planName(used))}</p>}
      {used !== null && access.seats !== null && access.seats > 1 && (
        <p className="quiet">{texts.seats(access.seats)}</p>
      )}
      {used === null && paid.length === 0 && (
        <p>{hasNothing ? texts.organisationFree : texts.organisationUnasked(planName('free'))}</p>
      )}
      {billing === null && <p className="quiet">{texts.organisationAsk}</p>}
      {linked && billing && (
        <p>
          <Link to="/organisation">{texts.organisationManage}</Link>
        </p>
      )}
    </div>
  );
}

/** Plan, seats and the next charge, or why there is none. */
function PaidPlan({
  paid: { seats, currency, statement },
  now,
}: {
  paid: OrganisationFacts['paid'][number];
  now: Date;
}) {
  const { copy, planName } = useText();
  const name = `${planName(statement.plan)} (${copy.standing.seats(seats)})`;
  return <StatementHeading statement={statement} currency={currency} now={now} isFirst={false} name={name} />;
}
