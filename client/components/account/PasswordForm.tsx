import type { FormEvent } from 'react';
import { changePassword } from '../../auth.ts';
import { focusFirst } from '../../hooks/focusFirst.ts';
import { useSetting } from '../../hooks/useSetting.ts';
import { usePageText } from '../../text/usePageText.ts';
import type { User } from '../../trpc.ts';
import { checkPasswords, type PasswordErrors, refusedPassword } from '../../views/settingsErrors.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';

const FIELDS = ['current', 'next'];

export function PasswordForm({ user }: { user: User }) {
  const { copy } = usePageText();
  const { busy, done, problem, submit } = usePasswordForm();
  const texts = copy.settings;
  return (
    <form noValidate className="stack" onSubmit={(event) => void submit(event)}>
      {problem?.message && <ProblemNotice problem={{ ...problem, text: problem.message }} />}
      {done && <Notice tone="positive" title={texts.passwordChanged} />}
      {/* Tells password managers whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <PasswordField label={texts.current} name="current" autoComplete="current-password" error={problem?.current} />
      <PasswordField
        label={texts.next}
        name="next"
        autoComplete="new-password"
        description={copy.account.passwordHint}
        error={problem?.next}
      />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {texts.changePassword}
        </Button>
      </div>
    </form>
  );
}

function usePasswordForm() {
  const { copy } = usePageText();
  const { send, refuse, ...state } = useSetting<PasswordErrors>();
  return {
    ...state,
    async submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const form = event.currentTarget;
      const data = new FormData(form);
      const [current, next] = [String(data.get('current') ?? ''), String(data.get('next') ?? '')];
      const errors = checkPasswords({ current, next }, copy);
      if (Object.keys(errors).length > 0) {
        refuse(errors);
        return focusFirst(form, FIELDS, errors);
      }
      const changed = await send(
        () => changePassword({ currentPassword: current, newPassword: next }),
        (refusal) => {
          const refused = refusedPassword(refusal, copy);
          focusFirst(form, FIELDS, refused);
          return refused;
        },
      );
      if (changed) form.reset();
    },
  };
}
