import { useOperatorText } from '../../../text/useOperatorText.ts';
import { useServerWords } from '../../../text/useServerWords.ts';
import type { ExplanationView } from '../../../trpc.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import classes from '../Operator.module.css';
import { EndGrant } from './EndGrant.tsx';
import { GivePlan } from './GivePlan.tsx';

interface GrantsProps {
  /** The words that found the user; null: nothing is given by them. */
  who: string | null;
  userId: string;
  grants: ExplanationView['grants'];
}

/** What operators gave somebody, and the form that gives more. */
export function Grants({ who, userId, grants }: GrantsProps) {
  const { copy, format, planName } = useOperatorText();
  const inWords = useServerWords();
  const texts = copy.grants;
  return (
    <section className="stack" aria-labelledby="grants-heading">
      <h3 id="grants-heading">{texts.title}</h3>
      {grants.length > 0 && (
        <DataTable caption={texts.caption} titles={[texts.plan, texts.until, texts.reason, texts.state]}>
          {grants.map((grant) => (
            <tr key={grant.id} className={classes.row}>
              <td>{planName(grant.plan)}</td>
              <td data-label={texts.until}>{grant.until ? format.date(grant.until) : texts.forEver}</td>
              <td className={classes.value} data-label={texts.reason}>
                {grant.reason} <span className="quiet">({inWords('actors', grant.grantedBy)})</span>
              </td>
              <td className={classes.value} data-label={texts.state}>
                <EndGrant grant={grant} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {who !== null && <GivePlan who={who} userId={userId} />}
    </section>
  );
}
