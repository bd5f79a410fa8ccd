import { useState } from 'react';
import { useDeletion } from '../../hooks/useDeletion.ts';
import { usePageText } from '../../text/usePageText.ts';
import { trpc, type User } from '../../trpc.ts';
import { OfferedAfterFormer } from '../subscription/FormerNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { TextField } from '../ui/TextField.tsx';
import classes from './Settings.module.css';

export function DeleteAccount({ user }: { user: User }) {
  const { copy } = usePageText();
  const [asking, setAsking] = useState(false);
  return (
    <div className={classes.choice}>
      <OfferedAfterFormer>
        <p className={classes.label}>{copy.settings.deleteText}</p>
        <Button variant="caution" onClick={() => setAsking(true)}>
          {copy.settings.deleteAccount}
        </Button>
      </OfferedAfterFormer>
      {asking && <DeletionDialog user={user} close={() => setAsking(false)} />}
    </div>
  );
}

/** Says the consequences, and wants the email and the password before it is final. */
function DeletionDialog({ user, close }: { user: User; close(): void }) {
  const { copy } = usePageText();
  const { busy, problem, submit } = useDeletion(user);
  const texts = copy.deletion;
  return (
    <ConfirmDialog
      destructive
      title={texts.title}
      confirm={texts.confirm}
      dismiss={texts.dismiss}
      busy={busy}
      onConfirm={(form) => void submit(form)}
      onClose={close}
    >
      {problem?.message && <ProblemNotice problem={{ ...problem, text: problem.message }} />}
      <Consequences />
      <TextField label={texts.email(user.email)} name="email" autoComplete="off" error={problem?.email} />
      <PasswordField label={texts.password} name="password" autoComplete="current-password" error={problem?.password} />
    </ConfirmDialog>
  );
}

function Consequences() {
  const { copy, planName } = usePageText();
  const own = trpc.subscription.live.useQuery();
  const live = own.data?.live ?? [];
  const { plan, noPlan, data, kept, final } = copy.deletion;
  const ends = live.length > 0 ? live.map((one) => plan(planName(one.paid.plan))) : [noPlan];
  return (
    <ul className={classes.consequences}>
      {[...new Set([...ends, data, kept, final])].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
