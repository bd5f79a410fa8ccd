import type { FormEvent } from 'react';
import { useOperatorText } from '../../../text/useOperatorText.ts';
import { useServerWords } from '../../../text/useServerWords.ts';
import { failureOf, trpc } from '../../../trpc.ts';
import { problemOf } from '../../../views/failureText.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProblemNotice } from '../../ui/ProblemNotice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { readText } from '../grants/readText.ts';
import classes from '../Operator.module.css';

/** Gives somebody a customer of the provider that is nobody's here; while the page is open, also takes it back. */
export function LinkCustomer({ who, userId }: { who: string; userId: string }) {
  const { copy } = useOperatorText();
  const inWords = useServerWords();
  const texts = copy.links;
  const utils = trpc.useUtils();
  const options = { retry: false, onSettled: () => utils.operator.explain.invalidate() };
  const link = trpc.operator.link.useMutation(options);
  const undo = trpc.operator.undoLink.useMutation(options);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const reason = readText(form, 'reason');
    undo.reset();
    link.mutate(
      { who, userId, providerCustomerId: readText(form, 'customer'), reason },
      { onSuccess: ({ refused }) => refused ?? form.reset() },
    );
  };
  const linked = link.data;
  const error = link.error ?? undo.error;
  const refused = undo.data?.refused ?? linked?.refused;
  return (
    <section className="stack" aria-labelledby="links-heading">
      <h3 id="links-heading">{texts.title}</h3>
      <p className="quiet">{texts.lead}</p>
      <form className={classes.filters} onSubmit={submit} aria-label={texts.title}>
        <TextField label={texts.customer} name="customer" required maxLength={200} autoComplete="off" />
        <TextField grows label={copy.grants.reason} name="reason" required maxLength={500} autoComplete="off" />
        <Button type="submit" variant="default" loading={link.isPending}>
          {texts.link}
        </Button>
      </form>
      {error && <ProblemNotice problem={problemOf(failureOf(error), copy)} />}
      {refused && (
        <Notice tone="warning" title={texts.refused}>
          {inWords('refusals', refused)}
        </Notice>
      )}
      {undo.data && !refused && <Notice tone="neutral" title={texts.undone} takesFocus />}
      {linked && !refused && !undo.data && (
        <Notice tone="positive" title={texts.linked(linked.records)}>
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ auditId: linked.auditId, reason: texts.undo })}
          >
            {texts.undo}
          </Button>
        </Notice>
      )}
    </section>
  );
}
