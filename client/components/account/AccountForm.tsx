import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useAccountForm } from '../../hooks/useAccountForm.ts';
import { useText } from '../../text/useText.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import classes from './AccountForm.module.css';

/** The browser keeps what is typed; errors stand beside their fields. */
export function AccountForm({ mode }: { mode: 'sign-in' | 'sign-up' }) {
  const { copy } = useText();
  const { busy, problem, submit } = useAccountForm(mode);
  const texts = copy.account;
  const isNew = mode === 'sign-up';
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      {problem.message && <ProblemNotice problem={{ ...problem, text: problem.message }} />}
      {isNew && (
        <TextInput label={texts.name} name="name" autoComplete="name" maxLength={100} error={problem.fields.name} />
      )}
      <TextInput
        label={texts.email}
        name="email"
        type="email"
        maxLength={254}
        autoComplete={isNew ? 'email' : 'username'}
        error={problem.fields.email}
      />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        description={isNew ? texts.passwordHint : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        visibilityToggleButtonProps={{ 'aria-label': texts.showPassword, tabIndex: 0, size: 28 }}
        error={problem.fields.password}
      />
      <Button type="submit" fullWidth loading={busy}>
        {isNew ? texts.createAccount : texts.signIn}
      </Button>
    </form>
  );
}
