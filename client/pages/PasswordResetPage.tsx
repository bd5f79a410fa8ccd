import { type FormEvent, useEffect, useState } from 'react';
import { type Reset, refusalOf, requestReset, resetPassword } from '../auth.ts';
import { Button } from '../components/ui/Button.tsx';
import { Notice } from '../components/ui/Notice.tsx';
import { Page } from '../components/ui/Page.tsx';
import { PasswordField } from '../components/ui/PasswordField.tsx';
import { ProblemNotice } from '../components/ui/ProblemNotice.tsx';
import { TextField } from '../components/ui/TextField.tsx';
import { focusFirst } from '../hooks/focusFirst.ts';
import { useSetting } from '../hooks/useSetting.ts';
import { Link } from '../router/Link.tsx';
import { useSearchParams } from '../router/Router.tsx';
import { usePageText } from '../text/usePageText.ts';
import { trpc } from '../trpc.ts';
import { checkNewPassword, type FieldErrors, isAddress, refusedAccount } from '../views/formErrors.ts';

interface Refused {
  fields: FieldErrors;
  message?: string;
}

/** Somebody forgot the password: asks for the mail, and is where its link leads. */
export function PasswordResetPage() {
  const { copy } = usePageText();
  const [query] = useSearchParams();
  const options = trpc.session.options.useQuery(undefined, { staleTime: 60_000 });
  const token = query.get('token');
  const texts = copy.forgot;
  const isOff = options.data?.mail === false;
  return (
    <Page
      title={token ? texts.resetTitle : texts.title}
      lead={isOff ? undefined : token ? texts.resetLead : texts.lead}
      width="form"
    >
      {isOff && <Notice tone="info" title={texts.mailOff} />}
      {!isOff && (token ? <ResetLink token={token} /> : <RequestForm />)}
      <p>
        <Link to="/sign-in">{copy.navigation.signIn}</Link>
      </p>
    </Page>
  );
}

/** Sends the one field of a form. */
function useOneField(field: 'email' | 'password') {
  const setting = useSetting<Refused>({ leaves: true });
  const { copy } = usePageText();
  const refuse = (form: HTMLFormElement, refused: Refused) => {
    focusFirst(form, [field], refused.fields);
    return refused;
  };
  return {
    ...setting,
    async submit(
      event: FormEvent<HTMLFormElement>,
      {
        check,
        call,
      }: { check(value: string): string | undefined; call(value: string): ReturnType<typeof requestReset> },
    ) {
      event.preventDefault();
      const form = event.currentTarget;
      const value = String(new FormData(form).get(field) ?? '');
      const problem = check(value);
      if (problem) return setting.refuse(refuse(form, { fields: { [field]: problem } }));
      await setting.send(
        () => call(value),
        (refusal) => {
          return refuse(form, refusedAccount(refusal, copy));
        },
      );
    },
  };
}

function RequestForm() {
  const { copy } = usePageText();
  const [asked, setAsked] = useState('');
  const { busy, done, problem, submit } = useOneField('email');
  const check = (email: string) => (isAddress(email.trim()) ? undefined : copy.account.errors.email);
  const call = (email: string) => {
    setAsked(email.trim());
    return requestReset(email.trim());
  };
  return (
    <form noValidate className="stack" onSubmit={(event) => void submit(event, { check, call })}>
      {problem?.message && <ProblemNotice problem={{ ...problem, text: problem.message }} />}
      {done && <Notice tone="positive" title={copy.forgot.sent(asked)} />}
      <TextField
        label={copy.account.email}
        name="email"
        type="email"
        maxLength={254}
        autoComplete="username"
        error={problem?.fields.email}
      />
      <Button type="submit" fullWidth loading={busy}>
        {copy.forgot.send}
      </Button>
    </form>
  );
}

/** A dead link says so before anything is typed, or as soon as it died meanwhile. */
function ResetLink({ token }: { token: string }) {
  const { copy } = usePageText();
  const { mutate, data, isIdle, isPending } = trpc.session.openReset.useMutation();
  const [died, setDied] = useState(false);
  useEffect(() => mutate({ token }), [mutate, token]);
  if (isIdle || isPending) return <p role="status">{copy.forgot.opening}</p>;
  // Where it could not be asked, sending the form tells.
  if (data?.isOpen !== false && !died) return <ResetForm token={token} onDied={() => setDied(true)} />;
  return (
    <Notice tone="danger" title={copy.forgot.invalid} action={<Link to="/forgot-password">{copy.forgot.another}</Link>}>
      {copy.forgot.invalidText}
    </Notice>
  );
}

function ResetForm({ token, onDied }: { token: string; onDied(): void }) {
  const { copy } = usePageText();
  const { busy, done, problem, submit } = useOneField('password');
  const check = (password: string) => checkNewPassword(password, copy.settings.newPassword, copy);
  const [reset, setReset] = useState<Reset>({});
  const refused = (error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal.code === 'INVALID_TOKEN') onDied();
    return refusal;
  };
  const call = (newPassword: string) =>
    resetPassword({ token, newPassword }).then((saved) => {
      setReset(saved);
      return null;
    }, refused);
  if (done) {
    return (
      <Notice tone="positive" title={reset.isNew ? copy.forgot.savedNew : copy.forgot.saved} takesFocus>
        {(reset.others ?? 0) > 0 && <p>{copy.verify.others}</p>}
      </Notice>
    );
  }
  return (
    <form noValidate className="stack" onSubmit={(event) => void submit(event, { check, call })}>
      {problem?.message && <ProblemNotice problem={{ ...problem, text: problem.message }} />}
      <PasswordField
        label={copy.settings.next}
        name="password"
        autoComplete="new-password"
        description={copy.account.passwordHint}
        error={problem?.fields.password}
      />
      <Button type="submit" fullWidth loading={busy}>
        {copy.forgot.save}
      </Button>
    </form>
  );
}
