import { usePageText } from '../../text/usePageText.ts';
import { Notice } from '../ui/Notice.tsx';

/** Why a browser is signed out: that somebody proved the account's address, for which the service sets the cookie, comes first. */
export function EndedNotice({ ended }: { ended: boolean }) {
  const { copy } = usePageText();
  if (/(^|; )billing\.ended=claimed/.test(document.cookie))
    return <Notice tone="warning" title={copy.verify.claimed} />;
  return ended && <Notice tone="info" title={copy.account.ended} />;
}
