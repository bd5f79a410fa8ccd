import type { FormEvent } from 'react';
import { useSearchParams } from '../../router/Router.tsx';
import { useOperatorText } from '../../text/useOperatorText.ts';
import { outcomes } from '../../views/deliveryFilter.ts';
import { Button } from '../ui/Button.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import classes from './Operator.module.css';

/** The filters live in the address: they survive a reload and can be shared. */
export function DeliveryFilters() {
  const { copy } = useOperatorText();
  const [query, setQuery] = useSearchParams();
  const texts = copy.operator;
  const apply = (form: HTMLFormElement) => {
    const entries = [...new FormData(form)].map(([key, value]) => [key, String(value).trim()]);
    setQuery(new URLSearchParams(entries.filter(([, value]) => value)));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  return (
    <search>
      <form key={query.toString()} className={classes.filters} onSubmit={submit}>
        <SelectField
          label={texts.outcome}
          name="outcome"
          defaultValue={query.get('outcome') ?? ''}
          options={[
            { value: '', label: texts.anyOutcome },
            ...outcomes.map((value) => ({ value, label: texts.outcomes[value] ?? value })),
          ]}
        />
        <TextField grows label={texts.filter} name="q" defaultValue={query.get('q') ?? ''} maxLength={200} />
        <Button type="submit">{texts.search}</Button>
        {query.size > 0 && (
          <Button variant="default" onClick={() => setQuery(new URLSearchParams())}>
            {texts.clear}
          </Button>
        )}
      </form>
    </search>
  );
}
