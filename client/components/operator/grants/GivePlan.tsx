import type { FormEvent } from 'react';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { failureOf, trpc } from '../../../trpc.ts';
import { problemOf } from '../../../views/failureText.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import classes from '../Operator.module.css';
import { readText } from './readText.ts';

/** Gives somebody a plan without a payment. A day lasts to its end, where the operator is. */
export function GivePlan({ userId }: { userId: string }) {
  const { copy, said } = useOperatorText();
  const texts = copy.grants;
  const utils = trpc.useUtils();
  const plans = trpc.plans.list.useQuery(undefined, { staleTime: 60_000 });
  const give = trpc.operator.grant.useMutation({
    retry: false,
    onSettled: () => utils.operator.explain.invalidate(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const day = readText(form, 'until');
    const until = day ? new Date(`${day}T23:59:59`).toISOString() : null;
    const asked = { userId, plan: readText(form, 'plan'), until, reason: readText(form, 'reason') };
    give.mutate(asked, { onSuccess: () => form.reset() });
  };
  const sold = plans.data?.plans.filter(({ purchasable }) => purchasable) ?? [];
  return (
    <form className={classes.filters} onSubmit={submit} aria-label={texts.give}>
      <SelectField
        label={texts.plan}
        name="plan"
        options={sold.map(({ name, texts: words }) => ({ value: name, label: said(words).name }))}
      />
      <TextField label={texts.until} description={texts.untilHint} name="until" type="date" />
      <TextField grows label={texts.reason} name="reason" required maxLength={500} autoComplete="off" />
      <Button type="submit" loading={give.isPending} disabled={sold.length === 0}>
        {texts.give}
      </Button>
      {give.error && <ProblemNotice problem={problemOf(failureOf(give.error), copy)} />}
      {give.data && <Notice tone="positive" title={texts.given} />}
    </form>
  );
}
