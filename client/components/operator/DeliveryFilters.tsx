import type { FormEvent } from 'react';
import { useQueryForm } from '../../hooks/useQueryForm.ts';
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
  const form = useQueryForm(query.toString());
  const outcome = query.get('outcome') ?? '';
  const texts = copy.operator;
  const apply = (filled: HTMLFormElement) => {
    const entries = [...new FormData(filled)].map(([key, value]) => [key, String(value).trim()]);
    setQuery(new URLSearchParams(entries.filter(([, value]) => value)));
  };
  const clear = () => {
    form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
    setQuery(new URLSearchParams());
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  return (
    <search>
      <form ref={form} className={classes.filters} onSubmit={submit}>
        <SelectField
          key={outcome}
          label={texts.outcome}
          name="outcome"
          defaultValue={outcome}
          options={[
            { value: '', label: texts.anyOutcome },
            ...outcomes.map((value) => ({ value, label: texts.outcomes[value] ?? value })),
          ]}
        />
        <TextField grows label={texts.filter} name="q" defaultValue={query.get('q') ?? ''} maxLength={200} />
        <Button type="submit">{texts.search}</Button>
        {query.size > 0 && (
          <Button variant="default" onClick={clear}>
            {texts.clear}
          </Button>
        )}
      </form>
    </search>
  );
}
