import { useState } from 'react';
import { useText } from '../../text/useText.tsx';
import { failureOf, trpc } from '../../trpc.ts';
import { problemOf } from '../../views/failureText.ts';
import { OfferedAfterFormer } from '../subscription/FormerNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import classes from './Settings.module.css';

/** For people whose account is elsewhere: what this service keeps of them. */
export function EraseData() {
  const { copy } = useText();
  const [asking, setAsking] = useState(false);
  return (
    <div className={classes.choice}>
      <OfferedAfterFormer>
        <p className={classes.label}>{copy.login.eraseText}</p>
        <Button variant="caution" onClick={() => setAsking(true)}>
          {copy.login.erase}
        </Button>
      </OfferedAfterFormer>
      {asking && <EraseDialog close={() => setAsking(false)} />}
    </div>
  );
}

function EraseDialog({ close }: { close(): void }) {
  const { copy } = useText();
  const erase = trpc.account.erase.useMutation({ onSuccess: () => window.location.assign('/account-deleted') });
  const { noPlan, kept, final } = copy.deletion;
  return (
    <ConfirmDialog
      destructive
      title={copy.login.eraseTitle}
      confirm={copy.login.erase}
      dismiss={copy.login.keep}
      busy={erase.isPending || erase.isSuccess}
      onConfirm={() => erase.mutate()}
      onClose={close}
    >
      {erase.isError && <ProblemNotice problem={problemOf(failureOf(erase.error), copy, copy.login.refused)} />}
      <ul className={classes.consequences}>
        {[noPlan, copy.login.eraseData, kept, final].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
