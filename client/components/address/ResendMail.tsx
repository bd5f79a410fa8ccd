import { resendVerification } from '../../auth.ts';
import { useFocusInstead } from '../../hooks/useFocusInstead.ts';
import { useSetting } from '../../hooks/useSetting.ts';
import { usePageText } from '../../text/usePageText.ts';
import { trpc } from '../../trpc.ts';
import { refusedSetting } from '../../views/settingsErrors.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';

/** The way to a confirmed address: the mail once more, another address where it was lost, or whom to ask. */
export function ResendMail() {
  const { copy } = usePageText();
  const me = trpc.session.me.useQuery();
  const { busy, done, problem, send } = useSetting<{ text: string }>();
  const root = useFocusInstead<HTMLParagraphElement>(done);
  if (!me.data) return null;
  if (!me.data.mail) return <p>{copy.verify.mailOff}</p>;
  if (me.data.email === '')
    return (
      <ButtonLink variant="plain" to="/account">
        {copy.verify.nameAnother}
      </ButtonLink>
    );
  if (done)
    return (
      <p ref={root} tabIndex={-1} role="status">
        {copy.verify.resent(me.data.email)}
      </p>
    );
  const resend = () => send(resendVerification, (refusal) => ({ text: refusedSetting(refusal, copy) }));
  return (
    <>
      <Button variant="plain" loading={busy} onClick={() => void resend()}>
        {copy.verify.resend}
      </Button>
      {problem && <p role="alert">{problem.text}</p>}
    </>
  );
}
