import { type FormEvent, useState } from 'react';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { failureOf, trpc } from '../../../trpc.ts';
import { problemOf } from '../../../views/failureText.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import classes from '../Operator.module.css';
import { GrantEffect } from './GrantEffect.tsx';
import { readText } from './readText.ts';

/** Gives somebody a plan without a payment. A day lasts to its end, where the operator is. */
export function GivePlan({ who, userId }: { who: string; userId: string }) {
  const { copy, said } = useOperatorText();
  const texts = copy.grants;
  const [day, setDay] = useState('');
  const [chosen, setChosen] = useState<string>();
  const end = day ? new Date(`${day}T23:59:59`) : null;
  // A year of five digits is typed before the browser refuses it.
  const isDate = end === null || !Number.isNaN(end.getTime());
  const utils = trpc.useUtils();
  const plans = trpc.plans.list.useQuery(undefined, { staleTime: 60_000 });
  const give = trpc.operator.grant.useMutation({
    retry: false,
    onSettled: () => Promise.all([utils.operator.explain.invalidate(), utils.operator.grantEffect.invalidate()]),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const asked = {
      who,
      userId,
      plan: readText(form, 'plan'),
      until: end?.toISOString() ?? null,
      reason: readText(form, 'reason'),
    };
    give.mutate(asked, {
      onSuccess() {
        form.reset();
        setDay('');
        setChosen(undefined);
      },
    });
  };
  const sold = plans.data?.plans.filter(({ purchasable }) => purchasable) ?? [];
  const plan = chosen ?? sold[0]?.name;
  return (
    <form className={classes.filters} onSubmit={submit} aria-label={texts.give}>
      <SelectField
        label={texts.plan}
        name="plan"
        onChange={({ target }) => setChosen(target.value)}
        options={sold.map(({ name, texts: words }) => ({ value: name, label: said(words).name }))}
      />
      <TextField
        label={texts.until}
        description={texts.untilHint}
        name="until"
        type="date"
        max="9999-12-31"
        onChange={({ target }) => setDay(target.value)}
      />
      <TextField grows label={texts.reason} name="reason" required maxLength={500} autoComplete="off" />
      <Button type="submit" variant="default" loading={give.isPending} disabled={sold.length === 0}>
        {texts.give}
      </Button>
      {plan && isDate && <GrantEffect userId={userId} plan={plan} until={end?.toISOString() ?? null} />}
      {give.error && <ProblemNotice problem={problemOf(failureOf(give.error), copy)} />}
      {give.data && <Notice tone="positive" title={texts.given} />}
    </form>
  );
}
