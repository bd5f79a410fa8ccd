import { useState } from 'react';
import { addressAt } from '../../router/site.ts';
import { usePageText } from '../../text/usePageText.ts';
import { failureOf, trpc, type User } from '../../trpc.ts';
import { erasureProblem } from '../../views/settingsErrors.ts';
import { OfferedAfterFormer } from '../subscription/FormerNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { TextField } from '../ui/TextField.tsx';
import classes from './Settings.module.css';

/** For people whose account is elsewhere: what this service keeps of them. */
export function EraseData({ user }: { user: User }) {
  const { copy } = usePageText();
  const [asking, setAsking] = useState(false);
  return (
    <div className={classes.choice}>
      <OfferedAfterFormer>
        <p className={classes.label}>{copy.login.eraseText}</p>
        <Button variant="caution" onClick={() => setAsking(true)}>
          {copy.login.erase}
        </Button>
      </OfferedAfterFormer>
      {asking && <EraseDialog user={user} close={() => setAsking(false)} />}
    </div>
  );
}

/** The typed address confirms it where the login doesn't say when the person signed in. */
function EraseDialog({ user, close }: { user: User; close(): void }) {
  const { copy } = usePageText();
  const erase = trpc.account.erase.useMutation({
    onSuccess: () => window.location.assign(addressAt('/account-deleted')),
  });
  const [differs, setDiffers] = useState(false);
  const named = user.email || user.id;
  const confirm = (form: HTMLFormElement) => {
    const email = String(new FormData(form).get('email') ?? '');
    const isNamed = email.trim().toLowerCase() === named.toLowerCase();
    setDiffers(!isNamed);
    if (isNamed) erase.mutate({ email });
  };
  const problem = erase.isError ? erasureProblem(failureOf(erase.error), copy) : undefined;
  const { noPlan, kept, final } = copy.deletion;
  return (
    <ConfirmDialog
      destructive
      title={copy.login.eraseTitle}
      confirm={copy.login.erase}
      dismiss={copy.login.keep}
      busy={erase.isPending || erase.isSuccess}
      onConfirm={confirm}
      onClose={close}
    >
      {problem?.text && <ProblemNotice problem={{ ...problem, text: problem.text }} />}
      <ul className={classes.consequences}>
        {[noPlan, copy.login.eraseData, kept, final].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <TextField
        label={copy.deletion.email(named)}
        name="email"
        autoComplete="off"
        error={differs ? copy.deletion.emailDiffers : problem?.email}
      />
    </ConfirmDialog>
  );
}
