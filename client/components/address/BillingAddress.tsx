import { type FormEvent, useState } from 'react';
import { usePageText } from '../../text/usePageText.ts';
import { failureOf, trpc } from '../../trpc.ts';
import { problemOf } from '../../views/failureText.ts';
import { isAddress } from '../../views/formErrors.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { TextField } from '../ui/TextField.tsx';

/** Where the payment provider keeps a proven address for another customer: bills go to the address named here. */
export function BillingAddress() {
  const { copy } = usePageText();
  const name = trpc.checkout.nameAddress.useMutation();
  const [isWrong, setIsWrong] = useState(false);
  const texts = copy.billingAddress;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('billingEmail') ?? '').trim();
    setIsWrong(!isAddress(email));
    if (isAddress(email)) name.mutate({ email });
  };
  if (name.data) return <Notice tone="info" title={texts.named(name.data.email)} takesFocus />;
  const failure = name.error && failureOf(name.error);
  const isTaken = failure?.status === 403;
  return (
    <Notice tone="warning" title={texts.needed}>
      <form noValidate className="stack" onSubmit={submit}>
        {failure && !isTaken && <ProblemNotice problem={problemOf(failure, copy)} />}
        <TextField
          label={texts.label}
          name="billingEmail"
          type="email"
          autoComplete="email"
          maxLength={254}
          error={isWrong ? copy.account.errors.email : isTaken ? texts.taken : undefined}
        />
        <div>
          <Button type="submit" variant="default" loading={name.isPending}>
            {texts.use}
          </Button>
        </div>
      </form>
    </Notice>
  );
}
