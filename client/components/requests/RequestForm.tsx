import { type FormEvent, useRef, useState } from 'react';
import { focusFirst } from '../../hooks/focusFirst.ts';
import { useRequestText } from '../../text/useRequestText.ts';
import { failureOf, type RequestReceipt, trpc } from '../../trpc.ts';
import { problemOf } from '../../views/failureText.ts';
import { isAddress } from '../../views/formErrors.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';

/** What was sent, and the answer. */
export interface Asked {
  email: string;
  receipt: RequestReceipt;
}

const wishes = ['period_end', 'date', 'now'] as const;
type Wish = (typeof wishes)[number];

interface RequestFormProps {
  kind: 'cancel' | 'withdraw';
  onTaken(asked: Asked): void;
}

export function RequestForm({ kind, onTaken }: RequestFormProps) {
  const { copy, language, requests } = useRequestText();
  const me = trpc.session.me.useQuery();
  const ask = trpc.requests.ask.useMutation();
  const [wish, setWish] = useState<Wish>('period_end');
  const [errors, setErrors] = useState<{ email?: string; wishedFor?: string }>({});
  const running = useRef(false);
  const send = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const text = (field: string) => String(data.get(field) ?? '').trim() || undefined;
    const email = text('email') ?? '';
    const found = {
      ...(isAddress(email) ? {} : { email: copy.account.errors.email }),
      ...(wish === 'date' && !text('wishedFor') ? { wishedFor: requests.wishedForMissing } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirst(form, ['email', 'wishedFor'], found);
    const said = { name: text('name'), contract: text('contract'), reason: text('reason') };
    const end = kind === 'cancel' ? { wish, wishedFor: text('wishedFor') } : {};
    const receipt = await ask.mutateAsync({ kind, email, language, ...said, ...end }).catch(() => null);
    if (receipt) onTaken({ email, receipt });
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    await send(event.currentTarget);
    running.current = false;
  };
  return (
    <form noValidate className="stack" onSubmit={(event) => void submit(event)}>
      {ask.error && <ProblemNotice problem={problemOf(failureOf(ask.error), copy)} />}
      <TextField
        key={me.data?.email ?? ''}
        label={requests.email}
        name="email"
        type="email"
        maxLength={254}
        autoComplete="email"
        defaultValue={me.data?.email}
        error={errors.email}
      />
      <TextField label={requests.name} name="name" maxLength={100} autoComplete="name" />
      <TextField
        label={requests.contract}
        description={requests.contractHint}
        name="contract"
        maxLength={200}
        autoComplete="off"
      />
      {kind === 'cancel' && <WishFields wish={wish} choose={setWish} error={errors.wishedFor} />}
      <TextField label={requests.reason} name="reason" maxLength={1_000} autoComplete="off" />
      <Button type="submit" variant="danger" fullWidth loading={ask.isPending}>
        {requests[kind].send}
      </Button>
    </form>
  );
}

interface WishFieldsProps {
  wish: Wish;
  choose(wish: Wish): void;
  /** Of the day. */
  error: string | undefined;
}

/** When it should end. */
function WishFields({ wish, choose, error }: WishFieldsProps) {
  const { requests } = useRequestText();
  return (
    <>
      <SelectField
        label={requests.wish}
        name="wish"
        value={wish}
        onChange={(event) => choose(event.currentTarget.value as Wish)}
        options={wishes.map((value) => ({ value, label: requests.wishes[value] }))}
      />
      {wish === 'date' && <TextField label={requests.wishedFor} name="wishedFor" type="date" error={error} />}
    </>
  );
}
