import { useState } from 'react';
import { useFocusInstead } from '../../../hooks/useFocusInstead.ts';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { type ExplanationView, failureOf, trpc } from '../../../trpc.ts';
import { problemOf } from '../../../views/failureText.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import classes from '../Operator.module.css';
import { readText } from './readText.ts';

/** Takes back what was given, with a word why; says so where it was taken back. */
export function EndGrant({ grant: { id, revoked } }: { grant: ExplanationView['grants'][number] }) {
  const { copy, format } = useOperatorText();
  const texts = copy.grants;
  const [asks, setAsks] = useState(false);
  const utils = trpc.useUtils();
  const end = trpc.operator.endGrant.useMutation({
    retry: false,
    onSettled: () => utils.operator.explain.invalidate(),
  });
  const field = useFocusInstead<HTMLInputElement>(asks);
  const said = useFocusInstead<HTMLSpanElement>(end.isSuccess);
  if (revoked)
    return (
      <span ref={said} tabIndex={-1}>
        {texts.revoked(format.date(revoked.at), revoked.reason)}
      </span>
    );
  if (!asks)
    return (
      <Button variant="default" onClick={() => setAsks(true)}>
        {texts.end}
      </Button>
    );
  return (
    <form
      className={classes.filters}
      onSubmit={(event) => {
        event.preventDefault();
        end.mutate({ id, reason: readText(event.currentTarget, 'reason') });
      }}
    >
      <TextField grows ref={field} label={texts.reason} name="reason" required maxLength={500} autoComplete="off" />
      <Button type="submit" variant="default" loading={end.isPending}>
        {texts.end}
      </Button>
      {end.error && <ProblemNotice problem={problemOf(failureOf(end.error), copy)} />}
    </form>
  );
}
