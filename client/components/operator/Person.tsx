import { Button, Skeleton, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../text/useText.tsx';
import { trpc } from '../../trpc.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import classes from './Operator.module.css';
import { Timeline } from './Timeline.tsx';

/** Answers why somebody has, or lacks, what a plan gives. */
export function Person() {
  const { copy } = useText();
  const [query, setQuery] = useSearchParams();
  const who = query.get('who') ?? '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('who') ?? '').trim();
    setQuery(wanted ? { who: wanted } : {}, { preventScrollReset: true });
  };
  return (
    <div className={classes.stack}>
      <search>
        <form key={who} className={classes.filters} onSubmit={submit}>
          <TextInput
            className={classes.wide}
            label={copy.operator.who}
            description={copy.operator.whoHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
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
  const { copy } = useText();
  const found = trpc.operator.explain.useQuery(who);
  if (found.isPending) return <Skeleton height={320} radius="md" />;
  if (found.isError)
    return <ErrorState error={found.error} retry={() => void found.refetch()} busy={found.isFetching} />;
  if (!found.data) return <Notice tone="neutral" title={copy.operator.unknownPerson} />;
  return <Timeline explanation={found.data} />;
}
