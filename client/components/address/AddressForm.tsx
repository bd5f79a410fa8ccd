import type { FormEvent } from 'react';
import { changeAddress } from '../../auth.ts';
import { focusFirst } from '../../hooks/focusFirst.ts';
import { useSetting } from '../../hooks/useSetting.ts';
import { usePageText } from '../../text/usePageText.ts';
import type { User } from '../../trpc.ts';
import { type AddressErrors, checkAddress, refusedAddress } from '../../views/addressErrors.ts';
import classes from '../account/Settings.module.css';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { TextField } from '../ui/TextField.tsx';
import { ResendMail } from './ResendMail.tsx';

const FIELDS = ['newEmail', 'password'];

/** The account's address: whether it is confirmed, and how it becomes another one. */
export function AddressForm({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const { copy } = usePageText();
  const texts = copy.address;
  return (
    <div className="stack">
      <div>
        <p className={classes.label}>{texts.current}</p>
        <p className={classes.value}>{user.email || texts.none}</p>
        {user.email && <p className={classes.label}>{user.emailVerified ? texts.confirmed : texts.unconfirmed}</p>}
      </div>
      {user.email && !user.emailVerified && user.mail && (
        <div>
          <ResendMail />
        </div>
      )}
      {user.mail && hasPassword && <ChangeForm user={user} />}
      {!(user.mail && hasPassword) && (
        <p className={classes.label}>{user.mail ? copy.social.passwordFirst : texts.mailOff}</p>
      )}
    </div>
  );
}

function ChangeForm({ user }: { user: User }) {
  const { copy } = usePageText();
  const { busy, done, problem, submit } = useAddressForm(user.emailVerified ? user.email : '');
  const texts = copy.address;
  return (
    <form noValidate className="stack" onSubmit={(event) => void submit(event)}>
      {problem?.message && <ProblemNotice problem={{ ...problem, text: problem.message }} />}
      {done && <Notice tone="info" title={user.emailVerified ? texts.sent : texts.sentNew} />}
      <TextField
        label={texts.next}
        name="newEmail"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={problem?.newEmail}
      />
      <PasswordField label={texts.password} name="password" autoComplete="current-password" error={problem?.password} />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {texts.change}
        </Button>
      </div>
    </form>
  );
}

function useAddressForm(current: string) {
  const { copy } = usePageText();
  const { send, refuse, ...state } = useSetting<AddressErrors>();
  return {
    ...state,
    async submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const form = event.currentTarget;
      const data = new FormData(form);
      const typed = {
        newEmail: String(data.get('newEmail') ?? '').trim(),
        password: String(data.get('password') ?? ''),
      };
      const errors = checkAddress(typed, current, copy);
      if (Object.keys(errors).length > 0) {
        refuse(errors);
        return focusFirst(form, FIELDS, errors);
      }
      const sent = await send(
        () => changeAddress(typed),
        (refusal) => {
          const refused = refusedAddress(refusal, copy);
          focusFirst(form, FIELDS, refused);
          return refused;
        },
      );
      if (sent) form.reset();
    },
  };
}
