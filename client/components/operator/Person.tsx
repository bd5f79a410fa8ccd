import type { FormEvent } from 'react';
import { useQueryForm } from '../../hooks/useQueryForm.ts';
import { Link } from '../../router/Link.tsx';
import { useSearchParams } from '../../router/Router.tsx';
import { useOperatorText } from '../../text/useOperatorText.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import classes from './Operator.module.css';
import { Timeline } from './Timeline.tsx';

/** Answers why somebody has, or lacks, what a plan gives. */
export function Person() {
  const { copy } = useOperatorText();
  const [query, setQuery] = useSearchParams();
  const who = query.get('who') ?? '';
  const form = useQueryForm(who);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('who') ?? '').trim();
    setQuery(new URLSearchParams(wanted ? { who: wanted } : {}));
  };
  return (
    <div className="stack">
      <search>
        <form ref={form} className={classes.filters} onSubmit={submit}>
          <TextField
            grows
            label={copy.operator.who}
            description={copy.operator.whoHint}
            name="who"
            defaultValue={who}
            maxLength={320}
            autoComplete="off"
          />
          <Button type="submit">{copy.operator.search}</Button>
        </form>
      </search>
      {who && <Explained who={who} />}
    </div>
  );
}

function Explained({ who }: { who: string }) {
  const found = trpc.operator.explain.useQuery(who);
  if (found.isPending) return <Skeleton height={320} />;
  if (found.isError)
    return <ErrorState error={found.error} retry={() => void found.refetch()} busy={found.isFetching} />;
  if (!found.data) return <Several who={who} />;
  return <Timeline who={who} explanation={found.data} />;
}

/** Whom the words stand for: a name, or an address that several claim or pay under. */
function Several({ who }: { who: string }) {
  const { copy } = useOperatorText();
  const people = trpc.operator.people.useQuery(who);
  if (people.isPending) return <Skeleton height={320} />;
  const several = people.data ?? [];
  if (several.length < 2) return <Notice tone="neutral" title={copy.operator.unknownPerson} />;
  return (
    <Notice tone="neutral" title={copy.operator.severalPeople}>
      <ul>
        {several.map(({ userId, email }) => (
          <li key={userId}>
            <Link to={`/operator/person?${new URLSearchParams({ who: userId })}`}>{userId}</Link> {email}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
