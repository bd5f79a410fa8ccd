import { useAccountForm } from '../../hooks/useAccountForm.ts';
import { Link } from '../../router/Link.tsx';
import { usePageText } from '../../text/usePageText.ts';
import { Button } from '../ui/Button.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { TextField } from '../ui/TextField.tsx';

/** The browser keeps what is typed; errors stand beside their fields. */
export function AccountForm({ mode }: { mode: 'sign-in' | 'sign-up' }) {
  const { copy } = usePageText();
  const { busy, problem, submit } = useAccountForm(mode);
  const texts = copy.account;
  const isNew = mode === 'sign-up';
  return (
    <form noValidate className="stack" onSubmit={(event) => void submit(event)}>
      {problem.message && <ProblemNotice problem={{ ...problem, text: problem.message }} />}
      {isNew && (
        <TextField label={texts.name} name="name" autoComplete="name" maxLength={100} error={problem.fields.name} />
      )}
      <TextField
        label={texts.email}
        name="email"
        type="email"
        maxLength={254}
        autoComplete={isNew ? 'email' : 'username'}
        error={problem.fields.email}
      />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        description={isNew ? texts.passwordHint : undefined}
        error={problem.fields.password}
      />
      {!isNew && <Link to="/forgot-password">{copy.forgot.link}</Link>}
      <Button type="submit" fullWidth loading={busy}>
        {isNew ? texts.createAccount : texts.signIn}
      </Button>
    </form>
  );
}
