import { requestReset } from '../../auth.ts';
import { useSetting } from '../../hooks/useSetting.ts';
import { usePageText } from '../../text/usePageText.ts';
import type { User } from '../../trpc.ts';
import { refusedSetting } from '../../views/settingsErrors.ts';
import classes from '../account/Settings.module.css';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';

/** For people who signed up with an account elsewhere, and have no password here. */
export function ChoosePassword({ user }: { user: User }) {
  const { copy } = usePageText();
  const { busy, done, problem, send } = useSetting<{ text: string }>();
  const ask = () =>
    send(
      () => requestReset(user.email),
      (refusal) => ({ text: refusedSetting(refusal, copy) }),
    );
  return (
    <div className="stack">
      {problem && <ProblemNotice problem={problem} />}
      {done && <Notice tone="positive" title={copy.social.passwordSent(user.email)} />}
      <p className={classes.label}>{user.mail ? copy.social.noPassword : copy.social.noPasswordMailOff}</p>
      {user.mail && (
        <div>
          <Button variant="default" loading={busy} onClick={() => void ask()}>
            {copy.forgot.send}
          </Button>
        </div>
      )}
    </div>
  );
}
