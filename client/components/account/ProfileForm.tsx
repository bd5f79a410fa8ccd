import type { FormEvent } from 'react';
import { changeName } from '../../auth.ts';
import { useSetting } from '../../hooks/useSetting.ts';
import { usePageText } from '../../text/usePageText.ts';
import type { User } from '../../trpc.ts';
import { refusedSetting } from '../../views/settingsErrors.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { TextField } from '../ui/TextField.tsx';

interface Problem {
  field?: string;
  message?: string;
}

export function ProfileForm({ user }: { user: User }) {
  const { copy } = usePageText();
  const { busy, done, problem, refuse, send } = useSetting<Problem>();
  const texts = copy.settings;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name') ?? '').trim();
    if (name)
      return void send(
        () => changeName(name),
        (refusal) => ({ message: refusedSetting(refusal, copy) }),
      );
    refuse({ field: copy.account.errors.name });
    (form.elements.namedItem('name') as HTMLElement | null)?.focus();
  };
  return (
    <form noValidate className="stack" onSubmit={submit}>
      {problem?.message && <ProblemNotice problem={{ ...problem, text: problem.message }} />}
      {done && <Notice tone="positive" title={texts.nameSaved} />}
      <TextField
        label={texts.name}
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={user.name}
        error={problem?.field}
      />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {texts.saveName}
        </Button>
      </div>
    </form>
  );
}
