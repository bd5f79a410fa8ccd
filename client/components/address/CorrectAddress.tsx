import type { FormEvent } from 'react';
import { correctAddress } from '../../auth.ts';
import { useSetting } from '../../hooks/useSetting.ts';
import { usePageText } from '../../text/usePageText.ts';
import { type AddressErrors, refusedAddress } from '../../views/addressErrors.ts';
import { isAddress } from '../../views/formErrors.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { TextField } from '../ui/TextField.tsx';

/** A mistyped address becomes another one at once, as long as it was never confirmed. */
export function CorrectAddress({ onDone }: { onDone?(): void }) {
  const { copy } = usePageText();
  const { busy, problem, refuse, send } = useSetting<AddressErrors>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('newEmail') ?? '').trim();
    if (!isAddress(email)) return refuse({ newEmail: copy.account.errors.email });
    const sent = await send(
      () => correctAddress(email),
      (refusal) => refusedAddress(refusal, copy),
    );
    if (sent) onDone?.();
  };
  return (
    <form noValidate className="stack" onSubmit={(event) => void submit(event)}>
      {problem?.message && <ProblemNotice problem={{ ...problem, text: problem.message }} />}
      <TextField
        label={copy.address.next}
        name="newEmail"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={problem?.newEmail}
      />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {copy.verify.correct}
        </Button>
      </div>
    </form>
  );
}
