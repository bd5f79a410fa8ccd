import { usePageText } from '../../text/usePageText.ts';
import { Notice } from '../ui/Notice.tsx';

/** Tells a browser that was signed out because somebody proved the account's address; the service sets the cookie. */
export function EndedNotice() {
  const { copy } = usePageText();
  if (!/(^|; )billing\.ended=claimed/.test(document.cookie)) return null;
  return <Notice tone="warning" title={copy.verify.claimed} />;
}
