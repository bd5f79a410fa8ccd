import { useState } from 'react';
import { usePageText } from '../../text/usePageText.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CorrectAddress } from './CorrectAddress.tsx';
import { ResendMail } from './ResendMail.tsx';

/**
 * Shows an address that is still to be confirmed, with a way to correct it; in a line where a plan is there. It says the
 * same whether or not the provider has a customer with this address. `isUrgent`: something was refused for it.
 */
export function AddressNotice({ isUrgent = false }: { isUrgent?: boolean }) {
  const { copy } = usePageText();
  const me = trpc.session.me.useQuery();
  /** undefined: nothing was corrected yet. */
  const [corrects, setCorrects] = useState<boolean>();
  const own = trpc.subscription.live.useQuery(undefined, { enabled: Boolean(me.data) });
  if (!me.data?.mail || me.data.emailVerified || own.isPending) return null;
  const { email } = me.data;
  const tone = isUrgent ? 'danger' : 'info';
  if (email === '') return <Notice tone={tone} title={copy.verify.lost} action={<ResendMail />} />;
  return (
    <Notice
      tone={tone}
      title={copy.verify.unconfirmed(email)}
      takesFocus={corrects === false}
      action={
        <>
          <ResendMail key={email} />
          <Button variant="plain" aria-expanded={corrects === true} onClick={() => setCorrects(!corrects)}>
            {copy.verify.correct}
          </Button>
        </>
      }
    >
      {!own.data?.live.length && copy.verify.toSee}
      {corrects && <CorrectAddress onDone={() => setCorrects(false)} />}
    </Notice>
  );
}
